import { bucketQuery } from '@typecase/content/bucket'
import { localeName } from '@typecase/content/locale-names'
import { localesOf } from '@typecase/contract/locales'
import type { Metafield } from '@typecase/contract/metafields'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { useQuery } from '@tanstack/react-query'
import { InspectorSection } from '@typecase/ui/split-layout'
import { Select } from '@typecase/ui/select'

import { ChosenPicture, useChosen } from '../media/chosen-picture.tsx'
import { mediaName } from '@typecase/content/object/media-value'
import { MediaSearch } from '../media/media-search.tsx'
import { MediaDropZone } from '../media/media-drop-zone.tsx'
import { textOf, useField, useSession } from '../use-session.tsx'

const locale: Metafield = { key: 'locale', title: 'Locale', type: 'text' }
const thumbnail: Metafield = { key: 'thumbnail', title: 'Thumbnail', type: 'file' }

export function LocaleField() {
  const { objectType, bucketSlug } = useSession()
  const { data } = useQuery(bucketQuery(useServices(), bucketSlug))
  const { value, setValue } = useField({ field: locale, path: 'locale' })
  const current = textOf(value)
  const locales = [
    ...new Set([
      ...localesOf(objectType, data?.bucket.locales ?? []),
      ...(current ? [current] : []),
    ]),
  ]
  return (
    <Select
      aria-label="Locale"
      isSmall
      placeholder="None"
      options={[
        { id: '', label: 'None' },
        ...locales.map((id) => ({ id, label: `${localeName(id)} (${id})` })),
      ]}
      value={current}
      onChange={(next) => setValue(next || null)}
    />
  )
}

export function ThumbnailField() {
  const { value, setValue } = useField({ field: thumbnail, path: 'thumbnail' })
  const { picture } = useChosen(value)
  return (
    <InspectorSection title="Thumbnail">
      <ChosenPicture value={value} />
      <MediaDropZone
        label="Thumbnail"
        kind="image"
        picture={picture}
        onTake={([taken]) => setValue(taken ?? null)}
      >
        <MediaSearch
          aria-label="Thumbnail"
          kind="image"
          placeholder="File name"
          value={mediaName(value)}
          onChange={(next) => setValue(next || null)}
        />
      </MediaDropZone>
    </InspectorSection>
  )
}
