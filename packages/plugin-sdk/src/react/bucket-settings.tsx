import { useQuery } from '@tanstack/react-query'

import {
  bucketSettingsQuery,
  saveBucketSetting,
  settingIn,
  type SettingKey,
} from '../bucket-settings.ts'
import type { Json } from '../json.ts'
import { useServices } from './services.tsx'

/**
 * Returns a setting of the signed-in account in a bucket, which the server stores.
 * @example const goal = useBucketSetting(bucketSlug, 'word-count.goal')
 */
export function useBucketSetting(bucketSlug: string, key: SettingKey) {
  const services = useServices()
  const { data, error, isPending } = useQuery(bucketSettingsQuery(services, bucketSlug, key))
  return {
    /** Undefined while it loads, and if it was never stored. */
    value: settingIn(data, key),
    isPending,
    error,
    /** Null removes it. */
    save: (value: Json): Promise<void> => saveBucketSetting(services, bucketSlug, key, value),
  }
}
