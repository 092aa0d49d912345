import { StaleBanner } from '@typecase/content/react/record-form'
import { type RecordDraft, useRecordForm } from '@typecase/content/react/use-record-form'
import { mayChange } from '@typecase/content/record/author'
import { notifySaved } from '@typecase/content/record/record-undo'
import { firstBroken, max, notBlank } from '@typecase/contract/field-rules'
import type { Macro } from '@typecase/contract/macros'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useFormDraft, useSaveFormDraft } from '@typecase/plugin-sdk/react/form-draft'
import { usePageHandle } from '@typecase/plugin-sdk/react/page-handle'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Button } from '@typecase/ui/button'
import { Checkbox } from '@typecase/ui/checkbox'
import { Form } from '@typecase/ui/form'
import { TextField } from '@typecase/ui/text-field'

import { playMacro, saveMacro } from '../commands.ts'
import {
  dataOf,
  draftOf,
  isChanged,
  type MacroDraft,
  withArgumentPatch,
} from '../draft/macro-draft.ts'
import { macroPage } from '../routes.ts'
import { choiceOf } from '../run/macro-choice.ts'
import { changes } from '../runs.ts'
import { describeProblem } from '../words/problems.ts'
import { ArgumentFields, NOT_YOURS } from './argument-fields.tsx'
import styles from './macro-form.module.css'
import { StepList } from './step-list.tsx'
import { useNames } from './use-names.ts'

/** Manages the form of a macro: its saving, and a draft that survives leaving the page. */
function useMacroForm(bucketSlug: string, macro: Macro) {
  const services = useServices()
  const key = `macros.form.${bucketSlug}.${macro.id}` as const
  const form = useRecordForm<MacroDraft>({
    saved: draftOf(macro),
    rev: macro.rev,
    initial: useFormDraft<RecordDraft<MacroDraft>>(key),
    labels: { title: 'Name' },
    problemsOf: ({ title }) => ({ title: firstBroken('Name', title, [notBlank, max(60)]) }),
    async save(values, _typed, rev) {
      const data = dataOf(values)
      const { item, undo } = await changes.update(services, bucketSlug, macro.id, data, rev)
      notifySaved(services, bucketSlug, `Saved “${item.title}”.`, undo)
    },
  })
  const isDirty = isChanged(form.values, macro)
  useSaveFormDraft({
    key,
    what: `the macro “${macro.title}”`,
    unsaved: isDirty ? form.draft : undefined,
    discard: form.reset,
  })
  usePageHandle(macroPage, { save: form.submit })
  return { ...form, isDirty }
}

/** Edits the steps in order, each with the values that may become arguments, and then the arguments. */
export function MacroForm({ bucketSlug, macro }: { bucketSlug: string; macro: Macro }) {
  const form = useMacroForm(bucketSlug, macro)
  const { values, change, isDirty, isPending, refusals, failure } = form
  const names = useNames(bucketSlug, [values.steps, values.arguments])
  const me = useUser().data?.id
  const canEdit = mayChange(
    macro,
    me,
    useFacts(({ can }) => can),
  )
  const { keys } = useCommand(saveMacro)

  return (
    <div className={styles.page}>
      <h1 className={styles.hidden}>{macro.title}</h1>
      <Form aria-label="Macro" onSubmit={() => void form.submit()}>
        <div className={styles.head}>
          <span className={styles.state} role="status" data-tone={isDirty ? 'open' : undefined}>
            {isPending ? 'Saving…' : isDirty ? 'Unsaved changes' : 'Saved'}
          </span>
          <span className={styles.actions}>
            <CommandButton command={playMacro} args={{ macro: choiceOf(macro) }} isPlain>
              Run…
            </CommandButton>
            <Button
              type="submit"
              variant="primary"
              kbd={keys[0]}
              isPending={isPending}
              disabledReason={canEdit ? undefined : NOT_YOURS}
            >
              Save macro
            </Button>
          </span>
        </div>
        {form.isStale ? (
          <StaleBanner noun="macro" onTakeTheirs={form.takeTheirs} onKeepMine={form.keepMine} />
        ) : null}
        <TextField
          {...form.field('title')}
          label={undefined}
          aria-label="Name"
          look="title"
          isRequired
          isReadOnly={!canEdit}
        />
        <Checkbox
          isSelected={values.is_shared}
          onChange={(is_shared) => change({ is_shared })}
          disabledReason={canEdit ? undefined : NOT_YOURS}
        >
          Shared: everyone in the project can run it
        </Checkbox>
      </Form>
      {failure !== undefined || refusals.length > 0 ? (
        <ul role="alert" className={styles.errors}>
          {failure === undefined ? null : <li>{failure}</li>}
          {refusals.map(({ path, message }) => (
            <li key={path}>{describeProblem(message)}</li>
          ))}
        </ul>
      ) : null}
      <h2 className={styles.subtitle}>Steps</h2>
      <StepList draft={values} names={names} isReadOnly={!canEdit} onChange={change} />
      <h2 className={styles.subtitle}>Arguments</h2>
      {values.arguments.length === 0 ? (
        <p className={styles.empty}>
          None: the macro does the same every time. Press “Ask each time” next to a value to enter
          it on each run.
        </p>
      ) : (
        <ul className={styles.arguments} aria-label="Arguments">
          {values.arguments.map((argument) => (
            <ArgumentFields
              key={argument.key}
              argument={argument}
              objects={names.objects}
              isReadOnly={!canEdit}
              onChange={(patch) => change(withArgumentPatch(values, argument.key, patch))}
            />
          ))}
        </ul>
      )}
    </div>
  )
}
