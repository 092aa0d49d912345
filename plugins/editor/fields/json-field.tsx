import { Field } from '@typecase/ui/field'
import { useState } from 'react'

import { isJsonEqual } from '@typecase/content/object/json-equal'
import { getAt } from '@typecase/content/object/path'
import { isUnreadable } from '@typecase/content/object/values'
import { CodeEditor } from '../text/code-editor.tsx'
import { type FieldProps, useField, useSessionState } from '../use-session.tsx'
import { formatJson, parseJson } from '@typecase/content/object/typed-values'

/** Edits any JSON. Invalid text stays as typed, with an error. */
export function JsonMetafield(props: FieldProps) {
  const { value, setValue, text } = useField(props)
  // If a client stored the JSON as text, it stays text.
  const isText = useSessionState(({ draft }) => typeof getAt(draft.base, props.path) === 'string')
  const [typed, setTyped] = useState(() => formatJson(value))
  // The user's own spacing stays; a value from outside replaces it.
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
