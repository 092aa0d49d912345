import type { FactValues } from './facts.ts'
import type { Json, JsonObject } from './json.ts'
import type { Services } from './token.ts'

interface AskBase {
  /** Label of the step and of its chip: `Folder`. */
  readonly title: string
  readonly help?: string
  readonly placeholder?: string
  /** Ask although the argument is optional; optional ones are otherwise left out. */
  readonly isAlwaysAsked?: boolean
  /** Words of the row that leaves it out, which then comes first: `All fields`. */
  readonly skip?: string
  /** Whether an optional argument is needed, given the others: `set` needs a value, `clear` does not. */
  isNeeded?(args: JsonObject): boolean
}

/** One of the values that an argument can have. */
export interface Choice {
  readonly value: Json
  readonly label: string
  readonly icon?: string
  readonly help?: string
}

/** A row that the `search` of a picker finds. `id` is unique among the rows. */
export interface PickerRow extends Choice {
  readonly id: string
  readonly subtitle?: string
  /** Why it cannot be chosen, such as a role: it is shown in place of the subtitle. */
  readonly reason?: string
}

/** Context for `search`, `when` and the like, in addition to the typed text. */
export interface AskContext {
  readonly services: Services
  readonly facts: FactValues
  readonly signal: AbortSignal
  /** The arguments filled so far. */
  readonly args: JsonObject
}

interface AskTyped extends AskBase {
  /** The text to begin with, such as the present name of what is renamed. */
  initial?(context: AskContext): Promise<string | undefined>
}

interface AskChosen extends AskBase {
  readonly isMany?: boolean
  /** The initial choice, when several can be chosen. */
  chosen?(context: AskContext): Promise<readonly Choice[]>
}

/** One line of text. */
export interface AskText extends AskTyped {
  readonly kind: 'text'
  /** Words of the row that answers with no text at all, where that is an answer. */
  readonly empty?: string
}
/** Text of several lines. */
export interface AskMultiline extends AskTyped {
  readonly kind: 'multiline'
}
/** A number; `unit` is shown behind it. */
export interface AskNumber extends AskTyped {
  readonly kind: 'number'
  readonly unit?: string
}
/** Yes or no. */
export interface AskBoolean extends AskBase {
  readonly kind: 'boolean'
  /** Words for the two answers; "Yes" and "No" unless given. */
  readonly yes?: string
  readonly no?: string
}
/** One of a few fixed choices, all of them listed. */
export interface AskChoice extends AskChosen {
  readonly kind: 'choice'
  readonly choices?: readonly Choice[] | ((facts: FactValues) => readonly Choice[])
}
/** A moment in words: "tomorrow 9:00", "next monday". The argument becomes ISO-8601, or UNIX ms. */
export interface AskDate extends AskBase {
  readonly kind: 'date'
  readonly as?: 'iso' | 'ms' | 'day'
}
/** An entity found while typing. */
export interface AskPicker extends AskChosen {
  readonly kind: 'picker'
  search(query: string, context: AskContext): Promise<readonly PickerRow[]>
}
/** A file from the disk. Its argument is a `FileHandle`, because arguments are JSON. */
export interface AskFile extends AskBase {
  readonly kind: 'file'
  /** As in `<input accept>`. */
  readonly accept?: string
  readonly isMany?: boolean
}
/** Which objects: the selection, the open one, the list on screen. The argument is a `Scope`. */
export interface AskScope extends AskBase {
  readonly kind: 'scope'
  /** Further scopes, below those that the page has. */
  search?(query: string, context: AskContext): Promise<readonly PickerRow[]>
}
/** Typing a phrase, as the last gate before something that cannot be undone. */
export interface AskConfirm extends AskBase {
  readonly kind: 'confirm'
  readonly phrase: string | ((facts: FactValues) => string)
}

/** Asked for in a way that depends on the arguments before it: a value in the way of its field. */
export interface AskBy extends AskBase {
  readonly kind: 'by'
  /** The title by the arguments before it, where those tell it. */
  titleBy?(args: JsonObject): string | undefined
  ask(context: AskContext): Promise<Exclude<Ask, AskBy>>
}

/** How one argument is asked for. */
export type Ask =
  | AskText
  | AskMultiline
  | AskNumber
  | AskBoolean
  | AskChoice
  | AskDate
  | AskPicker
  | AskFile
  | AskScope
  | AskConfirm
  | AskBy
