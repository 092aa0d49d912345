import type { Macro } from '@typecase/contract/macros'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useService } from '@typecase/plugin-sdk/react/services'
import { useUser } from '@typecase/plugin-sdk/react/user'
import { Navigation } from '@typecase/plugin-sdk/services'
import { Icon } from '@typecase/ui/icon'
import { Link } from '@typecase/ui/link'

import { deleteMacroCommand, playMacro, shareMacro, unshareMacro } from '../commands/macros.ts'
import { mayChange } from '../queries.ts'
import { macroRoute } from '../routes.ts'
import { choiceOf } from '../run/macro-choice.ts'
import { goneIn } from '../words/problems.ts'
import { stepsInWords } from '../words/step-words.ts'
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
    <li className={styles.row} data-current={isCurrent || undefined}>
      <span className={styles.name}>
        <Link
          href={href(macroRoute, { params: { macroID: id } })}
          variant="quiet"
          data-row={id}
          excludeFromTabOrder={excludeFromTabOrder}
        >
          {title}
        </Link>
        <span className={styles.about}>{stepsInWords(steps, { ...names, arguments: args })}</span>
        {gone.length > 0 ? (
          <span className={styles.gone}>
            <Icon name="triangle-alert" />
            {gone.join(' ')}
          </span>
        ) : null}
      </span>
      <span className={styles.facts}>
        {asked ? <span>Asks {asked}</span> : null}
        <span>{is_shared ? `Shared by ${maker}` : 'Only you'}</span>
      </span>
      <span className={styles.actions}>
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
      </span>
    </li>
  )
}
