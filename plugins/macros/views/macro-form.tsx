import type { Macro } from '@typecase/contract/macros'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useCommand } from '@typecase/plugin-sdk/react/commands'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Button } from '@typecase/ui/button'
import { Checkbox } from '@typecase/ui/checkbox'
import { Form } from '@typecase/ui/form'
import { TextField } from '@typecase/ui/text-field'

import { playMacro, saveMacro } from '../commands/macros.ts'
import { withArgumentPatch } from '../draft/macro-draft.ts'
import { mayChange } from '../queries.ts'
import { choiceOf } from '../run/macro-choice.ts'
import { describeProblem } from '../words/problems.ts'
import { ArgumentFields, NOT_YOURS } from './argument-fields.tsx'
import styles from './macro-form.module.css'
import { StepList } from './step-list.tsx'
import { problemOfTitle, useMacroForm } from './use-macro-form.ts'
import { useNames } from './use-names.ts'

/** The steps in their order, each with the values that may be arguments; then the arguments. */
export function MacroForm({ bucketSlug, macro }: { bucketSlug: string; macro: Macro }) {
  const form = useMacroForm(bucketSlug, macro)
  const { draft, change, save, isDirty, isSaving, details, theirs } = form
  const names = useNames(bucketSlug, [draft.steps, draft.arguments])
  const me = useUser().data?.id
  const mine = useFacts((facts) => mayChange(macro, me, facts))
  const { keys } = useCommand(saveMacro)

  return (
    <div className={styles.page}>
      <h1 className={styles.hidden}>{macro.title}</h1>
      <Form aria-label="Macro" onSubmit={() => void save()}>
        <div className={styles.head}>
          <span className={styles.state} role="status" data-tone={isDirty ? 'open' : undefined}>
            {isSaving ? 'Saving…' : isDirty ? 'Unsaved changes' : 'Saved'}
          </span>
          <span className={styles.actions}>
            <CommandButton command={playMacro} args={{ macro: choiceOf(macro) }} isPlain>
              Run…
            </CommandButton>
            <Button
              type="submit"
              variant="primary"
              kbd={keys[0]}
              isPending={isSaving}
              disabledReason={mine ? undefined : NOT_YOURS}
            >
              Save macro
            </Button>
          </span>
        </div>
        <TextField
          aria-label="Name"
          look="title"
          value={draft.title}
          onChange={(title) => change({ ...draft, title })}
          errorMessage={problemOfTitle(draft.title)}
          isRequired
          isReadOnly={!mine}
        />
        <Checkbox
          isSelected={draft.is_shared}
          onChange={(is_shared) => change({ ...draft, is_shared })}
          disabledReason={mine ? undefined : NOT_YOURS}
        >
          Shared: everybody in the project can run it
        </Checkbox>
      </Form>
      {theirs ? (
        <div role="alert" className={styles.conflict}>
          <p>Someone else saved this macro in the meantime. Nothing was overwritten.</p>
          <Button onPress={form.takeTheirs}>Show theirs</Button>
          <Button variant="quiet" onPress={form.keepMine}>
            Keep mine
          </Button>
        </div>
      ) : null}
      {details.length > 0 ? (
        <ul role="alert" className={styles.errors}>
          {details.map(({ path, message }) => (
            <li key={path}>{describeProblem(message)}</li>
          ))}
        </ul>
      ) : null}
      <h2 className={styles.subtitle}>Steps</h2>
      <StepList draft={draft} names={names} isReadOnly={!mine} onChange={change} />
      <h2 className={styles.subtitle}>Arguments</h2>
      {draft.arguments.length === 0 ? (
        <p className={styles.empty}>
          None: the macro does the same each time. Press “Ask each time” beside a value to be asked
          for it at each run.
        </p>
      ) : (
        <ul className={styles.arguments} aria-label="Arguments">
          {draft.arguments.map((argument) => (
            <ArgumentFields
              key={argument.key}
              argument={argument}
              objects={names.objects}
              isReadOnly={!mine}
              onChange={(patch) => change(withArgumentPatch(draft, argument.key, patch))}
            />
          ))}
        </ul>
      )}
    </div>
  )
}
