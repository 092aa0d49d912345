import {
  type MacroArgument,
  type MacroArgumentKind,
  macroArgumentKinds,
} from '@typecase/contract/macros'
import { firstBroken, max, notBlank } from '@typecase/contract/field-rules'
import { Select } from '@typecase/ui/select'
import { TextField } from '@typecase/ui/text-field'
import { useState } from 'react'

import type { ArgumentPatch } from '../draft/macro-draft.ts'
import styles from './macro-form.module.css'

interface ArgumentFieldsProps {
  argument: MacroArgument
  /** Known titles of objects, by id. */
  objects: ReadonlyMap<string, string>
  isReadOnly: boolean
  onChange(patch: ArgumentPatch): void
}

const kindTitles: Readonly<Record<MacroArgumentKind, string>> = {
  text: 'Text',
  number: 'Number',
  boolean: 'Yes or no',
  date: 'Date',
  choice: 'One of several',
  list: 'Several',
}
const kinds = macroArgumentKinds.map((id) => ({ id, label: kindTitles[id] }))

export const NOT_YOURS =
  'Only its author or an admin can change this macro. Duplicate it to make your own.'

/** Edits the title, kind and default of an argument. */
export function ArgumentFields({ argument, objects, isReadOnly, onChange }: ArgumentFieldsProps) {
  const { key, title, kind, options = [], default: usual } = argument
  const related = [usual]
    .flat()
    .flatMap((one) => (typeof one === 'string' ? (objects.get(one) ?? []) : []))
  return (
    <li className={styles.argument} aria-label={title}>
      <TextField
        label="Asks for"
        hint={key}
        value={title}
        onChange={(text) => onChange({ title: text })}
        errorMessage={firstBroken('The question', title, [notBlank, max(60)])}
        isReadOnly={isReadOnly}
      />
      <Select
        label="Kind"
        options={kinds}
        value={kind}
        // The default for one kind does not fit another.
        onChange={(next) => onChange({ kind: next as MacroArgumentKind, default: undefined })}
        disabledReason={isReadOnly ? NOT_YOURS : undefined}
      />
      {kind === 'choice' || kind === 'list' ? (
        <OptionsField
          options={options}
          placeholder={kind === 'list' ? 'Anything' : 'Separated by commas'}
          isReadOnly={isReadOnly}
          onChange={(next) => onChange({ options: next })}
        />
      ) : null}
      {related.length > 0 ? (
        // Users do not know objects by id, so the titles are shown, and the user chooses objects when the macro runs.
        <TextField
          label="Usually"
          hint={isReadOnly ? undefined : 'Leave it empty to ask without a default.'}
          value={related.join(', ')}
          onChange={(text) => (text === '' ? onChange({ default: undefined }) : undefined)}
          isReadOnly={isReadOnly}
        />
      ) : kind === 'boolean' ? (
        <Select
          label="Usually"
          options={[
            { id: 'ask', label: 'Nothing' },
            { id: 'yes', label: 'Yes' },
            { id: 'no', label: 'No' },
          ]}
          value={usual === undefined ? 'ask' : usual === true ? 'yes' : 'no'}
          onChange={(next) => onChange({ default: next === 'ask' ? undefined : next === 'yes' })}
          disabledReason={isReadOnly ? NOT_YOURS : undefined}
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

const placeholders: Partial<Record<MacroArgumentKind, string>> = {
  date: '2026-12-24',
  list: 'Separated by commas',
}

/** Returns the texts between commas, without duplicates. */
const itemsIn = (text: string): string[] =>
  [...new Set(text.split(',').map((one) => one.trim()))].filter(Boolean)

/**
 * Edits options. The text is split when the focus leaves the field, because a comma is typed before the next option.
 */
function OptionsField({
  options,
  placeholder,
  isReadOnly,
  onChange,
}: {
  options: readonly string[]
  placeholder: string
  isReadOnly: boolean
  onChange(options: string[]): void
}) {
  const [text, setText] = useState(options.join(', '))
  return (
    <TextField
      label="Choices"
      placeholder={placeholder}
      value={text}
      onChange={(next) => {
        setText(next)
        onChange(itemsIn(next))
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
  // A number that is being typed may not be a number yet.
  const [text, setText] = useState(() =>
    Array.isArray(usual) ? usual.join(', ') : String(usual ?? ''),
  )
  const isNumber = text.trim() !== '' && Number.isFinite(Number(text))
  return (
    <TextField
      label="Usually"
      placeholder={placeholders[kind] ?? 'Nothing'}
      value={text}
      onChange={(next) => {
        setText(next)
        const number = Number(next)
        if (next === '') onChange(undefined)
        else if (kind === 'list') onChange(itemsIn(next))
        else onChange(kind === 'number' && Number.isFinite(number) ? number : next)
      }}
      errorMessage={
        kind === 'number' && text !== '' && !isNumber ? 'Usually must be a number' : undefined
      }
      isReadOnly={isReadOnly}
    />
  )
}
