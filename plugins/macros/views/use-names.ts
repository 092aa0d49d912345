import type { Macro } from '@typecase/contract/macros'
import type { Metafield } from '@typecase/contract/metafields'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { bucketQuery } from '../queries.ts'
import { namedFields } from '../words/field-titles.ts'

const none: ReadonlyMap<string, Metafield> = new Map()

/** The metafields of the bucket's types by path; none while they are on their way. */
export function useFields(bucketSlug: string | undefined): ReadonlyMap<string, Metafield> {
  const services = useServices()
  const { data } = useQuery({
    ...bucketQuery(services, bucketSlug ?? ''),
    enabled: bucketSlug !== undefined,
  })
  const types = data?.bucket.object_types
  return useMemo(() => (types ? namedFields(types) : none), [types])
}

/** `3 steps` */
export const countOfSteps = ({ steps }: Pick<Macro, 'steps'>): string =>
  steps.length === 1 ? '1 step' : `${steps.length} steps`
