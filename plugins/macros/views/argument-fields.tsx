import {
  type MacroArgument,
  type MacroArgumentKind,
  macroArgumentKinds,
} from '@typecase/contract/macros'
import { firstBroken, max, required } from '@typecase/contract/field-rules'
import { Select } from '@typecase/ui/select'
import { TextField } from '@typecase/ui/text-field'
import { useState } from 'react'

import type { ArgumentPatch } from '../draft/macro-draft.ts'
import styles from './macro-form.module.css'

interface ArgumentFieldsProps {
  argument: MacroArgument
  isReadOnly: boolean
  onChange(patch: ArgumentPatch): void
}

const kindTitles: Readonly<Record<MacroArgumentKind, string>> = {
  text: 'Text',
  number: 'Number',
  boolean: 'Yes or no',
  date: 'Date',
  choice: 'One of several',
}
const kinds = macroArgumentKinds.map((id) => ({ id, label: kindTitles[id] }))

/** What an argument is called, what it is, and what it usually is. */
export function ArgumentFields({ argument, isReadOnly, onChange }: ArgumentFieldsProps) {
  const { key, title, kind, options = [], default: usual } = argument
  return (
    <li className={styles.argument} aria-label={title}>
      <TextField
        label="Asks for"
        hint={key}
        value={title}
        onChange={(text) => onChange({ title: text })}
        errorMessage={firstBroken('The question', title, [required, max(60)])}
        isReadOnly={isReadOnly}
      />
      <Select
        label="Kind"
        options={kinds}
        value={kind}
        // What is usual for one kind is none of another.
        onChange={(next) => onChange({ kind: next as MacroArgumentKind, default: undefined })}
        isDisabled={isReadOnly}
      />
      {kind === 'choice' ? (
        <OptionsField
          options={options}
          isReadOnly={isReadOnly}
          onChange={(next) => onChange({ options: next })}
        />
      ) : null}
      {kind === 'boolean' ? (
        <Select
          label="Usually"
          options={[
            { id: 'ask', label: 'Nothing' },
            { id: 'yes', label: 'Yes' },
            { id: 'no', label: 'No' },
          ]}
          value={usual === undefined ? 'ask' : usual === true ? 'yes' : 'no'}
          onChange={(next) => onChange({ default: next === 'ask' ? undefined : next === 'yes' })}
          isDisabled={isReadOnly}
        />
      ) : (
        <UsualField
          key={kind}
          kind={kind}
          usual={usual}
          isReadOnly={isReadOnly}
          onChange={(next) => onChange({ default: next })}
        />
      )}
    </li>
  )
}

/** Split when the field is left: a comma is typed before what comes after it. */
function OptionsField({
  options,
  isReadOnly,
  onChange,
}: {
  options: readonly string[]
  isReadOnly: boolean
  onChange(options: string[]): void
}) {
  const [text, setText] = useState(options.join(', '))
  return (
    <TextField
      label="Choices"
      placeholder="With commas between them"
      value={text}
      onChange={(next) => {
        setText(next)
        onChange([...new Set(next.split(',').map((one) => one.trim()))].filter(Boolean))
      }}
      isReadOnly={isReadOnly}
    />
  )
}

function UsualField({
  kind,
  usual,
  isReadOnly,
  onChange,
}: {
  kind: MacroArgumentKind
  usual: MacroArgument['default']
  isReadOnly: boolean
  onChange(usual: MacroArgument['default']): void
}) {
  // A number that is typed is no number yet.
  const [text, setText] = useState(usual === undefined ? '' : String(usual))
  const isNumber = text.trim() !== '' && Number.isFinite(Number(text))
  return (
    <TextField
      label="Usually"
      placeholder={kind === 'date' ? '2026-12-24' : 'Nothing'}
      value={text}
      onChange={(next) => {
        setText(next)
        const number = Number(next)
        if (next === '') onChange(undefined)
        else onChange(kind === 'number' && Number.isFinite(number) ? number : next)
      }}
      errorMessage={
        kind === 'number' && text !== '' && !isNumber ? 'Usually must be a number' : undefined
      }
      isReadOnly={isReadOnly}
    />
  )
}
