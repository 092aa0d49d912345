import { getPluginSettings, updatePluginSettings } from '@typecase/contract/plugin-settings'

import { apiQueryKey, apiQueryOptions } from './api-query.ts'
import type { Json } from './json.ts'
import { Api, Queries } from './services.ts'
import type { Services } from './token.ts'

/** The key of a setting: the plugin's id, a dot and a name, as in `word-count.goal`. */
export type SettingKey = `${string}.${string}`

const split = (key: SettingKey): [pluginID: string, name: string] => {
  const at = key.indexOf('.')
  return [key.slice(0, at), key.slice(at + 1)]
}

const inputOf = (bucketSlug: string, key: SettingKey) => ({
  query: { slug: bucketSlug, plugin_id: split(key)[0] },
})

/** Returns query options for all settings of a plugin in a bucket: one call serves every setting that is read. */
export const bucketSettingsQuery = (services: Services, bucketSlug: string, key: SettingKey) => ({
  ...apiQueryOptions(services, getPluginSettings, inputOf(bucketSlug, key)),
  // Stale after 30 s, so changes made in another window appear when this window is used again.
  staleTime: 30_000,
})

/** Returns one setting of a fetched response, or undefined if it was never stored. */
export const settingIn = (
  answer: { readonly settings: Readonly<Record<string, unknown>> } | undefined,
  key: SettingKey,
): Json | undefined => answer?.settings[split(key)[1]] as Json | undefined

/** Reads a setting of the signed-in account in a bucket; undefined if it was never stored. */
export async function readBucketSetting(
  services: Services,
  bucketSlug: string,
  key: SettingKey,
): Promise<Json | undefined> {
  const options = bucketSettingsQuery(services, bucketSlug, key)
  return settingIn(await services.get(Queries).fetchQuery(options), key)
}

/**
 * Stores a setting on the server, so every browser of the account has it; null removes it. Other settings stay.
 * @throws ApiError `invalid` when all settings of the plugin together exceed 64 kB
 */
export async function saveBucketSetting(
  services: Services,
  bucketSlug: string,
  key: SettingKey,
  value: Json,
): Promise<void> {
  const [plugin_id, name] = split(key)
  const body = { slug: bucketSlug, plugin_id, data: { [name]: value } }
  const answer = await services.get(Api).call(updatePluginSettings, { body })
  services
    .get(Queries)
    .setQueryData(apiQueryKey(getPluginSettings, inputOf(bucketSlug, key)), answer)
}
