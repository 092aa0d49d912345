import type { Metafield } from '@typecase/contract/metafields'
import { InspectorSection } from '@typecase/ui/split-layout'
import { Select } from '@typecase/ui/select'

import { mediaName, previewUrl } from '../media/media-value.ts'
import { MediaSearch } from '../media/media-search.tsx'
import mediaStyles from '../media/media.module.css'
import { textOf, useField, useSession } from '../use-session.tsx'

const locale: Metafield = { key: 'locale', title: 'Locale', type: 'text' }
const thumbnail: Metafield = { key: 'thumbnail', title: 'Thumbnail', type: 'file' }

export function LocaleField() {
  const { objectType } = useSession()
  const { value, setValue } = useField({ field: locale, path: 'locale' })
  const current = textOf(value)
  const locales = [...new Set([...objectType.locales, ...(current ? [current] : [])])]
  return (
    <Select
      aria-label="Locale"
      isSmall
      placeholder="None"
      options={[{ id: '', label: 'None' }, ...locales.map((id) => ({ id, label: id }))]}
      value={current}
      onChange={(next) => setValue(next || null)}
    />
  )
}

export function ThumbnailField() {
  const { value, setValue } = useField({ field: thumbnail, path: 'thumbnail' })
  const name = mediaName(value)
  const url = previewUrl(name)
  return (
    <InspectorSection title="Thumbnail">
      {url ? <img src={url} alt="" className={mediaStyles.large} /> : null}
      <MediaSearch
        aria-label="Thumbnail"
        kind="image"
        placeholder="Name of an image"
        value={name}
        onChange={(next) => setValue(next || null)}
      />
    </InspectorSection>
  )
}
