import type { Macro } from '@typecase/contract/macros'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Link } from '@typecase/ui/link'
import { Row, RowActions, RowName, RowProblem } from '@typecase/ui/row-list'

import { deleteMacroCommand, playMacro, shareMacro, unshareMacro } from '../commands/macros.ts'
import { mayChange } from '../queries.ts'
import { macroRoute } from '../routes.ts'
import { choiceOf } from '../run/macro-choice.ts'
import { goneIn } from '../words/problems.ts'
import { describeSteps } from '../words/step-words.ts'
import styles from './macro-list.module.css'
import type { StepNames } from './use-names.ts'

interface MacroRowProps {
  macro: Macro
  names: StepNames
  /** Who made it, in words. */
  maker: string
  isCurrent: boolean
  isTabStop: boolean
}

export function MacroRow({ macro, names, maker, isCurrent, isTabStop }: MacroRowProps) {
  const excludeFromTabOrder = !isTabStop
  const { href } = useService(Navigation)
  const me = useUser().data?.id
  const mine = useFacts((facts) => mayChange(macro, me, facts))
  const { id, title, steps, arguments: args, is_shared } = macro
  const gone = names.areKnown ? steps.flatMap((step) => goneIn(step, names, args)) : []
  const asked = args.map((argument) => argument.title).join(', ')
  return (
    <Row isCurrent={isCurrent} className={styles.columns}>
      <RowName
        details={
          <>
            <span className={styles.steps}>
              {describeSteps(steps, { ...names, arguments: args })}
            </span>
            {gone.length > 0 ? <RowProblem>{gone.join(' ')}</RowProblem> : null}
          </>
        }
      >
        <Link
          href={href(macroRoute, { params: { macroID: id } })}
          variant="quiet"
          data-row={id}
          excludeFromTabOrder={excludeFromTabOrder}
        >
          {title}
        </Link>
      </RowName>
      <span className={styles.facts}>
        {asked ? <span>Asks {asked}</span> : null}
        <span>{is_shared ? `Shared by ${maker}` : 'Only you'}</span>
      </span>
      <RowActions>
        <CommandButton
          command={playMacro}
          args={{ macro: choiceOf(macro) }}
          isPlain
          excludeFromTabOrder={excludeFromTabOrder}
        >
          Run…
        </CommandButton>
        {mine ? (
          <>
            <CommandButton
              command={is_shared ? unshareMacro : shareMacro}
              args={{ macro_id: id }}
              variant="quiet"
              isPlain
              excludeFromTabOrder={excludeFromTabOrder}
            >
              {is_shared ? 'Stop sharing' : 'Share'}
            </CommandButton>
            <CommandButton
              command={deleteMacroCommand}
              args={{ macro_id: id }}
              variant="quiet"
              isPlain
              excludeFromTabOrder={excludeFromTabOrder}
            >
              Delete
            </CommandButton>
          </>
        ) : null}
      </RowActions>
    </Row>
  )
}
