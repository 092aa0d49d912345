import { keepPreviousData } from '@tanstack/react-query'
import { listMedia } from '@typecase/contract/media'
import { useApiQuery } from '@typecase/plugin-sdk/react/queries'
import { ComboBox } from '@typecase/ui/combo-box'
import { useState } from 'react'

/** Picks media of the bucket by name; without words, it lists the newest. */
export function AttachmentField({
  bucketSlug,
  onChoose,
}: {
  bucketSlug: string
  onChoose: (name: string) => void
}) {
  const [words, setWords] = useState('')
  const contains = { $regex: words.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), $options: 'i' }
  const query = words
    ? { $or: ['original_name', 'title', 'alt_text'].map((field) => ({ [field]: contains })) }
    : {}
  const { data, isFetching } = useApiQuery(
    listMedia,
    { query: { slug: bucketSlug, query: JSON.stringify(query), limit: 20 } },
    { placeholderData: keepPreviousData },
  )
  return (
    <ComboBox
      aria-label="Media"
      placeholder="File name"
      autoFocus
      filter="remote"
      isSmall
      isLoading={isFetching}
      options={(data?.media ?? []).map(({ name, original_name, title }) => ({
        id: name,
        label: title || original_name,
      }))}
      empty="No media with this name"
      onInputChange={setWords}
      onChange={(name) => name !== null && onChoose(name)}
    />
  )
}
