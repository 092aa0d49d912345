import { bucketQuery, requireType } from '@typecase/content/bucket'
import type { PrefetchContext } from '@typecase/plugin-sdk/route'
import { EmptyState } from '@typecase/ui/empty-state'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { FailureState } from '@typecase/ui/failure-state'
import { SkeletonForm } from '@typecase/ui/skeleton'
import { useQuery } from '@tanstack/react-query'

import { objectTypeRoute } from '../routes.ts'
import { TypeForm } from './type-form.tsx'

interface Params {
  bucketSlug: string
  typeSlug: string
}

/** @throws NotFound for an address that names no type */
export async function prefetch({ params, services }: PrefetchContext<Params, object>) {
  const { bucketSlug, typeSlug } = params
  if (typeSlug !== 'new') await requireType(services, bucketSlug, typeSlug)
}

/** The builder of one object type; `new` in the address makes one. */
export default function TypeBuilder() {
  const { bucketSlug, typeSlug } = useRouteParams(objectTypeRoute)
  const { data, error, refetch, isFetching } = useQuery(bucketQuery(useServices(), bucketSlug))
  if (error && !data) {
    return (
      <FailureState
        isPage
        title="The object type could not be loaded"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      >
        {error.message}
      </FailureState>
    )
  }
  if (!data) return <SkeletonForm label="object type" />
  const type = data.bucket.object_types.find(({ slug }) => slug === typeSlug)
  if (!type && typeSlug !== 'new') {
    return (
      <EmptyState isPage icon="shapes" title="This object type is gone">
        It was renamed or deleted meanwhile.
      </EmptyState>
    )
  }
  return <TypeForm key={type ? type.id : 'new'} bucket={data.bucket} type={type} />
}
