import { type FieldKind, kindOf } from '@typecase/content/field-kind'
import { useFieldKinds } from '@typecase/content/react/field-kinds'
import type { Metafield } from '@typecase/contract/metafields'
import { Fill, Slot, useFills } from '@typecase/plugin-sdk/react/slot'

import { SideLocaleRow, useSideLocale } from '../side-locale.tsx'
import { getAt, isVisibleAt, type Path } from '@typecase/content/object/path'
import { type FieldProps, useField, useSessionState } from '../use-session.tsx'
// Loaded with the form, so that the simple fields appear without delay.
import './built-in-fields.tsx'
import styles from './field-list.module.css'
import { LateField } from './late-field.tsx'
import { useScrollTarget } from './use-scroll-target.ts'

/** Number of fields that render at once. The others of a longer form render when they come near the viewport. */
const AT_ONCE = 40

/** Shows fields below each other, and short ones in pairs if there is room. */
export function FieldList({ fields, prefix }: { fields: readonly Metafield[]; prefix: Path }) {
  return (
    <div className={styles.frame}>
      <div className={styles.list}>
        {fields.map((field, index) => (
          <FieldSlot
            key={field.key}
            field={field}
            path={`${prefix}.${field.key}`}
            isLate={index >= AT_ONCE}
          />
        ))}
      </div>
    </div>
  )
}

function FieldSlot({ field, path, isLate }: FieldProps & { isLate: boolean }) {
  const isVisible = useSessionState(({ draft }) => isVisibleAt(field, draft.values, path))
  const kind = kindOf(useFieldKinds(), field)
  const isBeside = useSideLocale() !== undefined
  if (!isVisible || !kind) return null
  const { isShort, height } = kind.info
  const content = (
    <SideLocaleRow field={field} path={path}>
      <FieldContent kind={kind} field={field} path={path} />
    </SideLocaleRow>
  )
  return (
    <div className={styles.slot} data-short={(isShort && !isBeside) || undefined} data-path={path}>
      {isLate ? (
        <LateField path={path} title={field.title} height={(height ?? 32) + 23}>
          {content}
        </LateField>
      ) : (
        content
      )}
      <FieldPanels field={field} path={path} />
    </div>
  )
}

/** Shows the panels of other plugins below a field. */
export function FieldPanels(props: FieldProps) {
  return useFills('editor.field').length > 0 ? <OpenFieldPanels {...props} /> : null
}

function OpenFieldPanels({ field, path }: FieldProps) {
  const value = useSessionState(({ draft }) => getAt(draft.values, path))
  const object = useSessionState(({ draft }) => draft.server)
  return <Slot name="editor.field" props={{ field, path, value, object }} isInline />
}

function FieldContent({ kind, field, path }: FieldProps & { kind: FieldKind }) {
  const { value, setValue, text } = useField({ field, path })
  useScrollTarget(path)
  return (
    <Fill
      fill={kind}
      props={{ field, path, value, onChange: setValue, text }}
      fallback={
        <div role="status" aria-label={`Loading ${field.title}`}>
          <span className={styles.waiting}>{field.title}</span>
          <div className={styles.bone} style={{ height: kind.info.height ?? 32 }} />
        </div>
      }
    />
  )
}
