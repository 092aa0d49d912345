import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useHost } from '@typecase/plugin-sdk/react/host'
import { ComboBox } from '@typecase/ui/combo-box'
import { useDeferredValue, useState } from 'react'

import { useBucketSlug } from '../use-session.tsx'
import { searchRelated } from './related-objects.ts'

/** Finds an object by its title. */
export function RelationSearch({
  label,
  type,
  exclude,
  onPick,
}: {
  label: string
  type: string | undefined
  exclude: readonly string[]
  onPick: (id: string) => void
}) {
  const { services } = useHost()
  const bucketSlug = useBucketSlug()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const words = useDeferredValue(typed.trim())
  const {
    data = [],
    isFetching,
    isError,
  } = useQuery({
    queryKey: ['objects.search', { query: { slug: bucketSlug } }, type, words],
    queryFn: () => searchRelated(services, { bucketSlug, type, words }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  return (
    <ComboBox
      aria-label={label}
      placeholder="Search by title…"
      prefix="search"
      filter="remote"
      options={data
        .filter(({ id }) => !exclude.includes(id))
        .map(({ id, title, type: ofType }) => ({
          id,
          label: title,
          ...(!type && { description: ofType }),
        }))}
      value={null}
      inputValue={typed}
      onInputChange={setTyped}
      onOpenChange={setOpen}
      onChange={(id) => {
        setTyped('')
        if (id !== null) onPick(id)
      }}
      isLoading={isFetching}
      empty={isError ? 'The search failed. Type again to retry.' : 'No object has that title'}
    />
  )
}
