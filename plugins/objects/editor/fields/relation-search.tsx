import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useHost } from '@typecase/plugin-sdk/react/host'
import { Toasts } from '@typecase/plugin-sdk/services'
import { ComboBox } from '@typecase/ui/combo-box'
import { useDeferredValue, useState } from 'react'

import { mayWriteType } from '../../commands/own-types.ts'
import { useBucketSlug } from '../use-session.tsx'
import { createRelated, searchRelated } from './related-objects.ts'

/** The option that makes an object of the typed title. */
const CREATE = 'create'

export interface RelationSearchProps {
  label: string
  /** Undefined: any. One of a known type can be made here. */
  type: string | undefined
  exclude: readonly string[]
  onPick: (id: string, type: string) => void
  autoFocus?: boolean
}

/** Finds an object by its title, or makes it. */
export function RelationSearch({ label, type, exclude, onPick, autoFocus }: RelationSearchProps) {
  const { services } = useHost()
  const bucketSlug = useBucketSlug()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [isCreating, setCreating] = useState(false)
  const [failure, setFailure] = useState<string>()
  const title = typed.trim()
  const words = useDeferredValue(title)
  const mayCreate = useFacts((facts) => type !== undefined && mayWriteType(facts, type))
  const {
    data = [],
    isFetching,
    isError,
    isPlaceholderData,
  } = useQuery({
    queryKey: ['objects.search', { query: { slug: bucketSlug } }, type, words],
    queryFn: () => searchRelated(services, { bucketSlug, type, words }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  // Until the answer is there, the last one shows: without what Enter must not pick.
  const isLate = isPlaceholderData || words !== title
  const found = data.filter(
    (one) =>
      !exclude.includes(one.id) &&
      (!isLate || one.title.toLowerCase().includes(title.toLowerCase())),
  )
  const isNew = !data.some((one) => one.title.toLowerCase() === title.toLowerCase())

  async function create(ofType: string): Promise<void> {
    setCreating(true)
    try {
      const id = await createRelated(services, { bucketSlug, type: ofType, title })
      onPick(id, ofType)
      setTyped('')
      services.get(Toasts).show({ message: `Added “${title}” as a draft.` })
    } catch (reason) {
      // The box has emptied itself for the option.
      setTyped(title)
      setFailure(reason instanceof Error ? reason.message : 'It could not be added.')
    } finally {
      setCreating(false)
    }
  }

  function handleChange(id: string | null) {
    if (id === CREATE && type) void create(type)
    const picked = found.find((one) => one.id === id)
    setTyped('')
    if (picked) onPick(picked.id, picked.type)
  }

  return (
    <ComboBox
      aria-label={label}
      placeholder={mayCreate ? 'Search by title, or add one…' : 'Search by title…'}
      prefix="search"
      filter="remote"
      options={[
        ...found.map((one) => ({
          id: one.id,
          label: one.title,
          ...(!type && { description: one.type }),
        })),
        ...(mayCreate && title && isNew
          ? [{ id: CREATE, label: `Add “${title}”`, description: 'as a draft', icon: 'plus' }]
          : []),
      ]}
      value={null}
      inputValue={typed}
      onInputChange={(text) => {
        setTyped(text)
        setFailure(undefined)
      }}
      onOpenChange={setOpen}
      onChange={handleChange}
      isLoading={isFetching || isCreating}
      isReadOnly={isCreating}
      errorMessage={failure}
      isTouched={failure !== undefined}
      autoFocus={autoFocus ?? false}
      empty={isError ? 'The search failed. Type again to retry.' : 'No object has that title'}
    />
  )
}
