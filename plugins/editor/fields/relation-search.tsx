import { foldComposed } from '@typecase/content-query/composed'
import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { NamedObject } from '@typecase/content/objects-by-id'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useHost } from '@typecase/plugin-sdk/react/host'
import { Queries, Toasts } from '@typecase/plugin-sdk/services'
import { ComboBox } from '@typecase/ui/combo-box'
import { isComposing } from '@typecase/ui/keyboard'
import { type KeyboardEvent, useDeferredValue, useRef, useState } from 'react'

import { mayWriteType } from '@typecase/content/object/writable-types'
import { useBucketSlug } from '../use-session.tsx'
import { createRelated, searchRelated } from '@typecase/content/object/related-objects'

/** Id of the option that creates an object with the typed title. */
const CREATE = 'create'

export interface RelationSearchProps {
  label: string
  /** Undefined for any type. Objects can only be created for a known type. */
  type: string | undefined
  exclude: readonly string[]
  onPick: (id: string, type: string) => void
  autoFocus?: boolean
}

/** Finds an object by its title, or creates it. */
export function RelationSearch({ label, type, exclude, onPick, autoFocus }: RelationSearchProps) {
  const { services } = useHost()
  const bucketSlug = useBucketSlug()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [isCreating, setCreating] = useState(false)
  const [failure, setFailure] = useState<string>()
  /** The current text of the search box. */
  const latest = useRef('')
  const title = typed.trim()
  const words = useDeferredValue(title)
  const queryOf = (text: string) => ({
    queryKey: ['objects.search', { query: { slug: bucketSlug } }, type, text],
    queryFn: () => searchRelated(services, { bucketSlug, type, words: text }),
  })
  const mayCreate = useFacts((facts) => type !== undefined && mayWriteType(facts, type))
  const {
    data = [],
    isFetching,
    isError,
    isPlaceholderData,
  } = useQuery({
    ...queryOf(words),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  // Until the answer arrives, the previous one is shown, without objects that Enter must not pick.
  const isLate = isPlaceholderData || words !== title
  const matches = data.filter(
    (one) => !exclude.includes(one.id) && (!isLate || holdsWords(one.title, title)),
  )
  const isNew = !data.some((one) => foldComposed(one.title) === foldComposed(title))

  async function create(ofType: string): Promise<void> {
    setCreating(true)
    try {
      const id = await createRelated(services, { bucketSlug, type: ofType, title })
      onPick(id, ofType)
      setTyped('')
      services.get(Toasts).show({ message: `Added “${title}” as a draft.` })
    } catch (reason) {
      // The box cleared its text when the user chose the option.
      setTyped(title)
      setFailure(reason instanceof Error ? reason.message : 'It could not be added.')
    } finally {
      setCreating(false)
    }
  }

  /** Picks the first match on Enter, which therefore never clears the typed text. */
  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { target, key } = event
    const isEnterInInput =
      key === 'Enter' && !isComposing(event) && target instanceof HTMLInputElement
    // If the arrow keys have highlighted an option, the box chooses it.
    if (!isEnterInInput || title === '' || target.hasAttribute('aria-activedescendant')) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    if (isLate) void takeFirst()
    else if (matches[0]) pick(matches[0])
  }

  /** Waits for the answer to the typed text, and picks its first match. */
  async function takeFirst(): Promise<void> {
    const answer = await services
      .get(Queries)
      .fetchQuery(queryOf(title))
      .catch(() => [])
    const first = answer.find(({ id }) => !exclude.includes(id))
    if (first && latest.current.trim() === title) pick(first)
  }

  function pick({ id, type: ofType }: NamedObject): void {
    write('')
    onPick(id, ofType)
  }

  function write(text: string): void {
    latest.current = text
    setTyped(text)
  }

  function handleChange(id: string | null) {
    // The box discards a text that is not one of its options; here it stays as typed.
    if (id === null) return
    if (id === CREATE && type) void create(type)
    const picked = matches.find((one) => one.id === id)
    if (picked) pick(picked)
    else write('')
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it takes Enter before the box inside does, which is the control
    <div onKeyDownCapture={handleKeyDown}>
      <ComboBox
        allowsCustomValue
        aria-label={label}
        placeholder={mayCreate ? 'Search by title, or add one…' : 'Search by title…'}
        prefix="search"
        filter="remote"
        options={[
          ...matches.map((one) => ({
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
          write(text)
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
    </div>
  )
}
