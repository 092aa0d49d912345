import { useMediaByName, useMediaPicker } from '@typecase/content/react/media-picker'
import { otherKind } from '@typecase/contract/field-values/media-name'
import { type FileUse, writeFileUse } from '@typecase/contract/picture-use'
import { Button } from '@typecase/ui/button'
import { Field } from '@typecase/ui/field'
import { SortableList } from '@typecase/ui/sortable-list'

import { isCroppable } from '../media/chosen-picture.tsx'
import { fileUse, fileValues, mediaName } from '@typecase/content/object/media-value'
import { MediaSearch, Preview } from '../media/media-search.tsx'
import { MediaDropZone } from '../media/media-drop-zone.tsx'
import { type FieldProps, useBucketSlug, useField } from '../use-session.tsx'
import styles from './fields.module.css'

/** Edits several media in an order. */
export function FilesMetafield(props: FieldProps) {
  const { field } = props
  const { value, setValue, text } = useField(props)
  const bucketSlug = useBucketSlug()
  const picker = useMediaPicker()
  const values = fileValues(value)
  const media = useMediaByName(bucketSlug, values.map(mediaName))
  const kind = field.media_validation_type || undefined
  // A file may predate the field's kind. The server refuses it with the next change of the field.
  const other = values
    .map((one) => otherKind(media.get(mediaName(one))?.type, kind))
    .find((words) => words !== undefined)
  const items = values.map((one, index) => {
    const name = mediaName(one)
    // The same media can be listed twice. The id does not contain the position, so a row that moves keeps the focus.
    const before = values.slice(0, index).filter((other) => other === one).length
    return { id: `${before}:${one}`, value: one, label: media.get(name)?.original_name ?? name }
  })

  const crop = (index: number, cropped: FileUse) =>
    picker.open({
      bucketSlug,
      label: field.title,
      cropped,
      onPick: ([picked]) => {
        if (!picked) return
        const next = writeFileUse({ name: picked.media.name, use: picked.use })
        setValue(values.with(index, next))
      },
    })
  return (
    <Field {...text} {...(other && { errorMessage: `${field.title} ${other}`, isTouched: true })}>
      <div className={styles.chosen}>
        {items.length > 0 ? (
          <SortableList
            aria-label={`Media of ${field.title}`}
            items={items}
            onReorder={({ order }) =>
              setValue(order.flatMap((id) => items.find((item) => item.id === id)?.value ?? []))
            }
          >
            {(item) => {
              const index = items.indexOf(item)
              const use = fileUse(item.value)
              return (
                <div className={styles.row}>
                  <Preview value={item.value} />
                  <span className={styles.rowText}>{item.label}</span>
                  {use.use.rect ? (
                    <span className={styles.rowNote}>
                      {`${use.use.rect[2]} × ${use.use.rect[3]}`}
                    </span>
                  ) : null}
                  {picker.isOffered && isCroppable(media.get(use.name)?.type) ? (
                    <Button
                      variant="quiet"
                      icon="crop"
                      aria-label={`Crop ${item.label}`}
                      onPress={() => crop(index, use)}
                    />
                  ) : null}
                  <Button
                    variant="quiet"
                    icon="x"
                    aria-label={`Remove ${item.label}`}
                    onPress={() => setValue(values.toSpliced(index, 1))}
                  />
                </div>
              )
            }}
          </SortableList>
        ) : null}
        <MediaDropZone
          label={field.title}
          kind={kind}
          isMany
          onTake={(taken) => setValue([...values, ...taken])}
        >
          <MediaSearch
            key={values.length}
            aria-label={`Add to ${field.title}`}
            placeholder="Add by name…"
            kind={kind}
            value=""
            onChange={(name) => name && setValue([...values, name])}
          />
        </MediaDropZone>
        {picker.dialog}
      </div>
    </Field>
  )
}
