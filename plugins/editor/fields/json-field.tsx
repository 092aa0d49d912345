import { Field } from '@typecase/ui/field'
import { useState } from 'react'

import { isJsonEqual } from '@typecase/content/object/json-equal'
import { getAt } from '@typecase/content/object/path'
import { isUnreadable } from '@typecase/content/object/values'
import { CodeEditor } from '../text/code-editor.tsx'
import { type FieldProps, useField, useSessionState } from '../use-session.tsx'
import { formatJson, parseJson } from '@typecase/content/object/typed-values'

/** Any JSON. Text that is none stays as it was typed, as an error to fix. */
export function JsonMetafield(props: FieldProps) {
  const { value, setValue, text } = useField(props)
  // Where a client stored the JSON as text, it stays text.
  const isText = useSessionState(({ draft }) => typeof getAt(draft.base, props.path) === 'string')
  const [typed, setTyped] = useState(() => formatJson(value))
  // One's own spacing stays; a value from elsewhere replaces it.
  const displayText = isJsonEqual(parseJson(typed, isText), value) ? typed : formatJson(value)

  function handleChange(next: string) {
    setTyped(next)
    setValue(parseJson(next, isText))
  }

  return (
    <Field {...text}>
      <CodeEditor
        label={props.field.title}
        language="json"
        value={displayText}
        onChange={handleChange}
        isInvalid={isUnreadable(value)}
      />
    </Field>
  )
}
