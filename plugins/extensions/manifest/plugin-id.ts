/** The prefix of extensions as plugins, so that no extension can pass itself off as a plugin of the product. */
const PREFIX = 'ext-'

/** Returns the plugin id of an extension: `ext-word-count`. */
export const pluginIdOf = (extensionId: string): `ext-${string}` => `${PREFIX}${extensionId}`
