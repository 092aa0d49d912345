import { QueryFailure, hasFailed } from '@typecase/content/react/query-view'
import { bucketQuery } from '@typecase/content/bucket'
import { EmptyState } from '@typecase/ui/empty-state'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { SkeletonForm } from '@typecase/ui/skeleton'
import { useQuery } from '@tanstack/react-query'

import { objectTypeRoute } from '../routes.ts'
import { TypeForm } from './type-form.tsx'

/** The builder of an object type; `new` in the address creates one. */
export default function TypeBuilder() {
  const { bucketSlug, typeSlug } = useRouteParams(objectTypeRoute)
  const query = useQuery(bucketQuery(useServices(), bucketSlug))
  const { data } = query
  if (hasFailed(query)) return <QueryFailure isPage query={query} what="object type" />
  if (!data) return <SkeletonForm label="object type" />
  const type = data.bucket.object_types.find(({ slug }) => slug === typeSlug)
  if (!type && typeSlug !== 'new') {
    return (
      <EmptyState isPage icon="shapes" title="This object type no longer exists">
        It was renamed or deleted in the meantime.
      </EmptyState>
    )
  }
  return <TypeForm key={type ? type.id : 'new'} bucket={data.bucket} type={type} />
}
