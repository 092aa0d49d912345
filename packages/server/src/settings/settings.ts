import { type Setting, settingGroups, settingList } from './setting-list.ts'

/** Settings as the server uses them: see `setting-list.ts` for each one's meaning and default. */
export type Settings = {
  readonly [Name in keyof typeof settingList]: ReturnType<(typeof settingList)[Name]['parse']>
}

/**
 * Reads the settings from environment variables.
 * @throws SettingsError that lists every invalid one, so a user can fix all of them at once
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const problems: string[] = []
  const textOf = (name: string) => environment[name]?.trim() || undefined
  const entries = Object.entries<Setting<unknown>>(settingList).map(([name, setting]) => {
    try {
      return [name, setting.parse(textOf(name), environment)]
    } catch (reason) {
      problems.push(`${name} ${reason instanceof Error ? reason.message : 'is not valid'}`)
      return [name, undefined]
    }
  })
  for (const group of settingGroups) {
    const set = group.filter((name) => textOf(name) !== undefined)
    if (set.length === 0) continue
    for (const name of group)
      if (!set.includes(name))
        problems.push(`${name} is missing: it goes with ${set.join(' and ')}`)
  }
  if (problems.length > 0) throw new SettingsError(problems)
  // The keys are those of the list, and each value is the result of its parser.
  return Object.fromEntries(entries) as Settings
}

/** The settings are invalid; `problems` has a sentence for each. */
export class SettingsError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`The settings cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** Commands for the data folder of a stopped server. */
const COMMANDS = `Commands on the data folder; each has --help:

  npx typecase account        Creates the first account, or resets the two-step sign-in of one.
  npx typecase secret-key     Sets a new secret key, or continues without a lost one.
  npx typecase database copy  Copies it to PostgreSQL.
`

/** Returns the list of settings for `npm start -- --help`. */
export function describeSettings(): string {
  const rows = Object.entries<Setting<unknown>>(settingList).map(
    ([name, { about, fallback }]) =>
      `  ${name.padEnd(24)} ${about}\n${' '.repeat(27)}default: ${fallback}`,
  )
  return `Settings (environment variables, or a .env file):\n\n${rows.join('\n')}\n\n${COMMANDS}`
}
