import { useQuery } from '@tanstack/react-query'
import { listMedia } from '@typecase/contract/media'
import { useHost } from '@typecase/plugin-sdk/react/host'
import { ComboBox } from '@typecase/ui/combo-box'
import type { FieldText } from '@typecase/ui/field'
import { useDeferredValue, useState } from 'react'

import { useBucketSlug } from '../use-session.tsx'
import { previewUrl, sizedPreview } from '@typecase/content/object/media-value'
import type { MediaKind } from '@typecase/content/media-picker'
import { searchMedia } from '@typecase/content/search-media'
import styles from './media.module.css'

export interface MediaSearchProps extends FieldText {
  /** A media's name or an address. */
  value: string
  onChange: (name: string) => void
  kind?: MediaKind | undefined
  autoFocus?: boolean
  placeholder?: string
  'aria-label'?: string
}

/** Edits the name or address of a media: typed, or found among the bucket's media. */
export function MediaSearch({ value, onChange, kind, placeholder, ...rest }: MediaSearchProps) {
  const { services } = useHost()
  const bucketSlug = useBucketSlug()
  const displayName = withoutId(value)
  const [typed, setTyped] = useState(displayName)
  const [previousValue, setPreviousValue] = useState(value)
  const [isOpen, setOpen] = useState(false)
  if (previousValue !== value) {
    setPreviousValue(value)
    setTyped(displayName)
  }
  // A chosen name is not a search, so the list starts with the newest media again.
  const words = useDeferredValue(typed === displayName ? '' : typed.trim())
  const {
    data = [],
    isFetching,
    isError,
  } = useQuery({
    queryKey: [listMedia.id, { query: { slug: bucketSlug } }, words, kind],
    queryFn: () => searchMedia(services, { bucketSlug, words, kind }),
    enabled: isOpen,
    placeholderData: (before) => before,
  })
  return (
    <ComboBox
      {...rest}
      {...(placeholder ? { placeholder } : {})}
      prefix={previewUrl(value) ? <Preview value={value} /> : undefined}
      options={data.map(({ name, title, picture }) => ({
        id: name,
        label: withoutId(name),
        ...(title !== withoutId(name) && { description: title }),
        ...(picture && { icon: <img src={sizeOf(picture)} alt="" className={styles.thumb} /> }),
      }))}
      filter="remote"
      allowsCustomValue
      value={value || null}
      inputValue={typed}
      onInputChange={setTyped}
      onChange={(name) => {
        // The field also reports an unchanged text, which may be the name without its id and must not be stored.
        if (name !== null || typed.trim() !== displayName) onChange(name ?? typed.trim())
      }}
      onOpenChange={setOpen}
      isLoading={isFetching}
      empty={isError ? 'The search failed. Type again to retry.' : 'No media has that name yet'}
    />
  )
}

/** Returns a media's uploaded name. Stored names begin with the media's id, which means nothing to people. */
const withoutId = (name: string): string => name.replace(/^[0-9a-f]{24}-/, '')

const sizeOf = (picture: string): string =>
  picture.endsWith('.svg') ? picture : `${picture}?w=64&auto=format`

/** Shows the picture of a value as it will be used; nothing for other files. */
export function Preview({ value, isLarge = false }: { value: unknown; isLarge?: boolean }) {
  const url = sizedPreview(value, isLarge ? 640 : 64)
  const [failed, setFailed] = useState<string>()
  if (!url || failed === url) return null
  return (
    <img
      src={url}
      alt=""
      className={isLarge ? styles.large : styles.thumb}
      onError={() => setFailed(url)}
    />
  )
}
