/** Ids of extensions are their own: as plugins they have a prefix, so that none can pass for a plugin of the product. */
const PREFIX = 'ext-'

/** The id of an extension as a plugin: `ext-word-count`. */
export const pluginIdOf = (extensionId: string): `ext-${string}` => `${PREFIX}${extensionId}`
