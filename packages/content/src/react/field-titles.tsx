import { fieldTitles } from '@typecase/contract/field-titles'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { bucketQuery } from '../bucket.ts'
import { useServices } from '@typecase/plugin-sdk/react/services'

/** Returns a function from a field's path to its title in a bucket; it returns the path until the types are loaded. */
export function useFieldTitles(bucketSlug: string): (path: string) => string {
  const services = useServices()
  const { data } = useQuery(bucketQuery(services, bucketSlug))
  const types = data?.bucket.object_types
  return useMemo(() => fieldTitles(types ?? []), [types])
}
