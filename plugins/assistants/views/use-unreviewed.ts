import { type CmsObject, getUnreviewed } from '@typecase/contract/objects'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'

/** Returns the fields of an object that assistants changed since a user last saved or reviewed it. */
export function useUnreviewed(object: CmsObject | undefined) {
  const slug = useFacts((facts) => facts['route.bucketSlug']) ?? ''
  const query = { slug, object_id: object?.id ?? '' }
  const isMarked = object?.unreviewed !== undefined
  const { data } = useApiQuery(getUnreviewed, { query }, { enabled: isMarked })
  return isMarked ? data : undefined
}
