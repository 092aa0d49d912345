import { useSession } from './use-session.tsx'

export function useBucketSlug(): string {
  return useSession().bucketSlug
}
