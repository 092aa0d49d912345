import { bucketQuery } from '@typecase/content/bucket'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { titlesQuery } from '../queries.ts'
import { type FieldNames, fieldNames, noNames } from '../words/field-names.ts'

/** Names of the fields and related objects in steps. */
export interface StepNames extends FieldNames {
  readonly objects: ReadonlyMap<string, string>
  /** Whether the types have loaded. Only then is a missing field a deleted one. */
  readonly areLoaded: boolean
}

const NO_NAMES: ReadonlyMap<string, string> = new Map()

/**
 * Reads the names for steps. @param values steps and other values that may contain ids of objects, which are looked up
 */
export function useNames(bucketSlug: string | undefined, values: unknown): StepNames {
  const services = useServices()
  const slug = bucketSlug ?? ''
  const bucket = useQuery({ ...bucketQuery(services, slug), enabled: slug !== '' })
  const titles = titlesQuery(services, slug, textsIn(values))
  const loaded = useQuery({ ...titles, enabled: titles.enabled && slug !== '' })
  const types = bucket.data?.bucket.object_types
  return useMemo(
    () => ({
      ...(types ? fieldNames(types) : noNames),
      areLoaded: types !== undefined,
      objects: loaded.data ?? NO_NAMES,
    }),
    [types, loaded.data],
  )
}

/** Returns all texts anywhere in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
