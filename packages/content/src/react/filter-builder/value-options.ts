import { holdsWords } from '@typecase/plugin-sdk/text-match'
import type { Scalar } from '@typecase/content-query/ast'
import type { FilterField, FilterOperator } from '@typecase/content-query/filter-fields'
import { isDateType } from '@typecase/content-query/filter-values'
import { escapePattern } from '@typecase/content-query/pattern'
import { usualPeriods } from '@typecase/content-query/periods'
import { listMedia } from '@typecase/contract/media'
import { listObjects } from '@typecase/contract/objects'
import { listPeople } from '@typecase/contract/people'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { Api } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'
import type { Option } from '@typecase/ui/select'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'

import { objectsByID } from '../../objects-by-id.ts'

/** The id of the option `empty`, which stands for no value. */
export const EMPTY = '\0empty'

/** How many results a search shows. */
const FOUND = 20
const FRESH = 30_000

/** Returns the options for a value, if there are any to choose from. */
export function useValueOptions(
  bucketSlug: string,
  field: FilterField | undefined,
  operator: FilterOperator | null,
  typed: string,
): { options: readonly Option[]; isRemote: boolean; isLoading: boolean; mayBeTyped: boolean } {
  const services = useServices()
  const words = useDeferredValue(typed.trim())
  const source = field ? sourceOf(field) : undefined
  const { data = [], isFetching } = useQuery({
    queryKey: [
      'filter.values',
      { query: { slug: bucketSlug } },
      field?.path,
      field?.objectType,
      words,
    ],
    queryFn: () => (field && source ? source(services, bucketSlug, field, words) : []),
    enabled: source !== undefined,
    placeholderData: keepPreviousData,
    staleTime: FRESH,
  })
  const mayBeEmpty = operator === 'is' || operator === 'is not'
  const empty = mayBeEmpty ? [{ id: EMPTY, label: 'empty' }] : []
  if (source)
    return {
      options: [...data, ...empty],
      isRemote: true,
      isLoading: isFetching,
      mayBeTyped: false,
    }
  const fixed = field ? fixedOptions(field) : []
  const isChoice = fixed.length > 0 && !isDateType(field?.type)
  return { options: [...fixed, ...empty], isRemote: false, isLoading: false, mayBeTyped: !isChoice }
}

function fixedOptions(field: FilterField): readonly Option[] {
  if (field.type === 'switch') {
    return [
      { id: 'true', label: 'True' },
      { id: 'false', label: 'False' },
    ]
  }
  if (isDateType(field.type)) return usualPeriods.map((period) => ({ id: period, label: period }))
  return (field.options ?? []).map(({ value, title }) => ({ id: value, label: title ?? value }))
}

type Source = (
  services: Services,
  slug: string,
  field: FilterField,
  words: string,
) => Promise<Option[]>

function sourceOf({ type }: FilterField): Source | undefined {
  if (type === 'object' || type === 'objects') return relatedOptions
  if (type === 'file' || type === 'files') return mediaOptions
  return type === 'user' ? personOptions : undefined
}

const containsWords = (words: string) => ({
  $regex: escapePattern(words.slice(0, 100)),
  $options: 'i',
})

async function relatedOptions(
  services: Services,
  slug: string,
  { objectType }: FilterField,
  words: string,
): Promise<Option[]> {
  const query = {
    ...(objectType !== undefined && { type: objectType }),
    ...(words !== '' && { title: containsWords(words) }),
  }
  const { objects } = await services.get(Api).call(listObjects, {
    query: {
      slug,
      query: JSON.stringify(query),
      props: 'id,title,type',
      sort: '-modified_at',
      limit: FOUND,
    },
  })
  return objects.map(({ object: { id, title, type } }) => ({
    id,
    label: title || 'Untitled',
    ...(objectType === undefined && { description: type }),
  }))
}

async function mediaOptions(
  services: Services,
  slug: string,
  _field: FilterField,
  words: string,
): Promise<Option[]> {
  const query = words === '' ? {} : { original_name: containsWords(words) }
  const { media } = await services
    .get(Api)
    .call(listMedia, { query: { slug, query: JSON.stringify(query), limit: FOUND } })
  return media.map(({ name, original_name }) => ({ id: name, label: original_name || name }))
}

async function personOptions(
  services: Services,
  slug: string,
  _field: FilterField,
  words: string,
): Promise<Option[]> {
  const { people } = await services.get(Api).call(listPeople, { query: { slug } })
  return people
    .map(({ id, first_name, last_name }) => ({
      id,
      label: `${first_name} ${last_name}`.trim() || id,
    }))
    .filter(({ label }) => holdsWords(label, words))
}

/**
 * Returns a function for the display texts of values: titles of objects, names of people and files, labels of options.
 */
export function useValueLabels(
  bucketSlug: string,
  field: FilterField | undefined,
  values: readonly Scalar[],
): (value: Scalar) => string {
  const services = useServices()
  const isRelation = field?.type === 'object' || field?.type === 'objects'
  const ids = isRelation
    ? values.filter((value): value is string => /^[0-9a-f]{24}$/.test(String(value)))
    : []
  const { data: objects } = useQuery({
    queryKey: [listObjects.id, { query: { slug: bucketSlug } }, 'titles', [...ids].sort()],
    queryFn: async () => {
      const loaded = await objectsByID(services, bucketSlug, ids)
      return new Map(loaded.map(({ id, title }) => [id, title || 'Untitled']))
    },
    enabled: ids.length > 0,
    staleTime: FRESH,
  })
  const { data: people } = useQuery({
    queryKey: ['filter.values', { query: { slug: bucketSlug } }, 'people'],
    queryFn: () => (field ? personOptions(services, bucketSlug, field, '') : []),
    enabled: field?.type === 'user',
    staleTime: FRESH,
  })
  return (value) => {
    if (value === null) return 'empty'
    const text = String(value)
    const fixed = field && fixedOptions(field).find(({ id }) => id === text)
    const person = people?.find(({ id }) => id === text)
    return fixed?.label ?? objects?.get(text) ?? person?.label ?? text
  }
}
