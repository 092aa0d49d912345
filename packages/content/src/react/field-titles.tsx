import { fieldTitles } from '@typecase/contract/field-titles'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { bucketQuery } from '../bucket.ts'
import { useServices } from '@typecase/plugin-sdk/react/services'

/** What people call the fields of a bucket's types, by their path; that itself until the types are there. */
export function useFieldTitles(bucketSlug: string): (path: string) => string {
  const services = useServices()
  const { data } = useQuery(bucketQuery(services, bucketSlug))
  const types = data?.bucket.object_types
  return useMemo(() => fieldTitles(types ?? []), [types])
}
