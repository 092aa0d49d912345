import { mediaName } from '../media/media-value.ts'
import { MediaSearch } from '../media/media-search.tsx'
import type { FieldProps } from '../use-session.tsx'
import { useField } from '../use-session.tsx'

/** One media, stored by name. */
export function FileMetafield(props: FieldProps) {
  const { field } = props
  const { value, setValue, text } = useField(props)
  return (
    <MediaSearch
      {...text}
      description={field.helptext || 'Type to search the media of this bucket by name.'}
      kind={field.media_validation_type || undefined}
      value={mediaName(value)}
      onChange={(name) => setValue(name || undefined)}
      placeholder="Name of a media"
    />
  )
}
