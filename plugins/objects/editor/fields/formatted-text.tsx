import { Button } from '@typecase/ui/button'
import type { FieldText } from '@typecase/ui/field'
import { Field } from '@typecase/ui/field'
import { useDeferredValue, useMemo, useState } from 'react'

import { RichEditor } from '../text/rich-editor.tsx'
import { SourceEditor } from '../text/source-editor.tsx'
import type { TextFormat } from '../text/text-format.ts'
import { useSession } from '../use-session.tsx'
import styles from './fields.module.css'

/**
 * A text edited as it will look, or as source. It begins as source where the visual editor would drop a
 * part of it: what a customer wrote is never rewritten unasked.
 */
export function FormattedText({
  text,
  label,
  value,
  onChange,
  format,
  language,
}: {
  text: FieldText
  label: string
  value: string
  onChange: (value: string) => void
  format: TextFormat
  language: 'html' | 'markdown'
}) {
  const session = useSession()
  const [isSource, setSource] = useState(() => !format.isFaithful(value))
  const [known, setKnown] = useState(value)
  // It came from elsewhere, by a merge or a discard.
  if (known !== value) {
    setKnown(value)
    if (!format.isFaithful(value)) setSource(true)
  }
  const late = useDeferredValue(value)
  const wouldLose = useMemo(() => isSource && !format.isFaithful(late), [isSource, format, late])

  function handleChange(next: string) {
    setKnown(next)
    onChange(next)
  }

  return (
    <Field {...text}>
      {isSource ? (
        <div className={styles.source}>
          <div className={styles.tools}>
            <span className={styles.toolNote}>
              {wouldLose ? 'Parts of this text can only be kept in the source.' : 'Source'}
            </span>
            <Button variant="quiet" icon="type" onPress={() => setSource(false)}>
              {wouldLose ? 'Edit visually anyway' : 'Edit visually'}
            </Button>
          </div>
          <SourceEditor label={label} language={language} value={value} onChange={handleChange} />
        </div>
      ) : (
        <RichEditor
          label={label}
          value={value}
          onChange={handleChange}
          onFlush={session.onFlush}
          onSource={() => setSource(true)}
          format={format}
        />
      )}
    </Field>
  )
}
