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
 * A setting of the signed-in account in a bucket, kept on the server.
 * @example const goal = useBucketSetting(bucketSlug, 'word-count.goal')
 */
export function useBucketSetting(bucketSlug: string, key: SettingKey) {
  const services = useServices()
  const { data, error, isPending } = useQuery(bucketSettingsQuery(services, bucketSlug, key))
  return {
    /** Undefined while it is on its way, and while it was never stored. */
    value: settingIn(data, key),
    isPending,
    error,
    /** Null removes it. */
    save: (value: Json): Promise<void> => saveBucketSetting(services, bucketSlug, key, value),
  }
}
