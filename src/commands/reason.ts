import type { AnyCommand } from '@typecase/plugin-sdk/command'
import type { FactDeclaration, FactValues } from '@typecase/plugin-sdk/facts'
import type { Test } from '@typecase/plugin-sdk/when'
import { unmet } from '@typecase/plugin-sdk/when'

const FALLBACK = 'Not available here.'

/** Why a command cannot run now, as a sentence. Asked only for a command whose condition does not hold. */
export function reasonOf(
  command: AnyCommand,
  facts: FactValues,
  declared: readonly FactDeclaration[],
): string {
  return own(command, facts) ?? missing(unmet(command.when, facts), declared) ?? FALLBACK
}

function own(command: AnyCommand, facts: FactValues): string | undefined {
  try {
    return command.why?.(facts)
  } catch (error) {
    // The reason is a courtesy: a mistake in it must not take the command's row along.
    reportError(error)
    return undefined
  }
}

function missing(tests: readonly Test[], declared: readonly FactDeclaration[]): string | undefined {
  for (const test of tests) {
    const fact = declared.find(({ key }) => key === test.key)
    if (fact?.missing) return fact.missing.replace('{value}', valueOf(test))
  }
  return undefined
}

function valueOf({ value }: Test): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '')
}
