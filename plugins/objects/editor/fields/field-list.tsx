import type { Metafield } from '@typecase/contract/metafields'
import { Slot, useFills } from '@typecase/plugin-sdk/react/slot'
import { Suspense } from 'react'

import { getAt, type Path } from '../draft/path.ts'
import { isShownAt } from '../draft/show-when.ts'
import type { FieldProps } from '../use-session.tsx'
import { useSessionState } from '../use-session.tsx'
import styles from './field-list.module.css'
import { fieldKinds } from './field-views.tsx'
import { LateField } from './late-field.tsx'
import { useWanted } from './use-wanted.tsx'

/** Fields that are put into the page at once; of a longer form the others come when they are near. */
const AT_ONCE = 40

/** Fields below each other, short ones in pairs where there is room. */
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
  const isVisible = useSessionState(({ draft }) => isShownAt(field, draft.values, path))
  if (!isVisible) return null
  const kind = fieldKinds[field.type]
  const content = <FieldContent field={field} path={path} />
  return (
    <div className={styles.slot} data-short={kind.isShort || undefined} data-path={path}>
      {isLate ? (
        <LateField path={path} title={field.title} height={(kind.height ?? 32) + 23}>
          {content}
        </LateField>
      ) : (
        content
      )}
      <FieldPanels field={field} path={path} />
    </div>
  )
}

/** What other plugins show below a field. */
function FieldPanels(props: FieldProps) {
  return useFills('editor.field').length > 0 ? <OpenFieldPanels {...props} /> : null
}

function OpenFieldPanels({ field, path }: FieldProps) {
  const value = useSessionState(({ draft }) => getAt(draft.values, path))
  const object = useSessionState(({ draft }) => draft.server)
  return <Slot name="editor.field" props={{ field, path, value, object }} fallback={null} />
}

function FieldContent({ field, path }: FieldProps) {
  const { view: View, height = 32 } = fieldKinds[field.type]
  useWanted(path)
  return (
    <Suspense
      fallback={
        <div role="status" aria-label={`Loading ${field.title}`}>
          <span className={styles.waiting}>{field.title}</span>
          <div className={styles.bone} style={{ height }} />
        </div>
      }
    >
      <View field={field} path={path} />
    </Suspense>
  )
}
