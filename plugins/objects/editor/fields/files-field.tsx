import { Button } from '@typecase/ui/button'
import { Field } from '@typecase/ui/field'
import { SortableList } from '@typecase/ui/sortable-list'

import { mediaNames } from '../media/media-value.ts'
import { MediaSearch, Preview } from '../media/media-search.tsx'
import { MediaTaker } from '../media/media-taker.tsx'
import type { FieldProps } from '../use-session.tsx'
import { useField } from '../use-session.tsx'
import styles from './fields.module.css'

/** Several media in an order. */
export function FilesMetafield(props: FieldProps) {
  const { field } = props
  const { value, setValue, text } = useField(props)
  const names = mediaNames(value)
  // One media may be there twice.
  const items = names.map((name, index) => ({ id: `${index}:${name}`, label: name }))
  const nameOf = (id: string): string => id.slice(id.indexOf(':') + 1)
  return (
    <Field {...text}>
      <div className={styles.chosen}>
        {items.length > 0 ? (
          <SortableList
            aria-label={`Media of ${field.title}`}
            items={items}
            onReorder={({ order }) => setValue(order.map(nameOf))}
          >
            {({ id, label }) => (
              <div className={styles.row}>
                <Preview name={label} />
                <span className={styles.rowText}>{label}</span>
                <Button
                  variant="quiet"
                  icon="x"
                  aria-label={`Remove ${label}`}
                  onPress={() =>
                    setValue(items.filter((item) => item.id !== id).map((item) => item.label))
                  }
                />
              </div>
            )}
          </SortableList>
        ) : null}
        <MediaTaker
          label={field.title}
          kind={field.media_validation_type || undefined}
          isMany
          onTake={(taken) => setValue([...names, ...taken])}
        >
          <MediaSearch
            key={names.length}
            aria-label={`Add to ${field.title}`}
            placeholder="Add by name…"
            kind={field.media_validation_type || undefined}
            value=""
            onChange={(name) => name && setValue([...names, name])}
          />
        </MediaTaker>
      </div>
    </Field>
  )
}
