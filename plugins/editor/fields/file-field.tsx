import { otherKind } from '@typecase/contract/field-values/media-name'

import { ChosenPicture, useChosen } from '../media/chosen-picture.tsx'
import { mediaName } from '@typecase/content/object/media-value'
import { MediaSearch } from '../media/media-search.tsx'
import { MediaDropZone } from '../media/media-drop-zone.tsx'
import { type FieldProps, useField } from '../use-session.tsx'

/** Edits one media, stored by name. */
export function FileMetafield(props: FieldProps) {
  const { field } = props
  const { value, setValue, text } = useField(props)
  const kind = field.media_validation_type || undefined
  const { media, picture } = useChosen(value)
  // The file may predate the field's kind. The server refuses it with the next change of the field.
  const other = otherKind(media?.type, kind)
  return (
    <MediaDropZone
      label={field.title}
      kind={kind}
      picture={picture}
      onTake={([taken]) => setValue(taken)}
    >
      <MediaSearch
        {...text}
        {...(other && { errorMessage: `${field.title} ${other}`, isTouched: true })}
        description={
          field.helptext || 'Type to search the media of this bucket, or drop or paste a file.'
        }
        kind={kind}
        value={mediaName(value)}
        onChange={(next) => setValue(next || undefined)}
        placeholder="File name"
      />
      <ChosenPicture value={value} />
    </MediaDropZone>
  )
}
