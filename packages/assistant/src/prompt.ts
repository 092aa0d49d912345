import type { PromptArgument } from '@modelcontextprotocol/server'
import { Refusal } from '@typecase/plugin-sdk/refusal'

/** The values of a prompt's arguments: texts, as clients send them. */
export type PromptValues = Readonly<Record<string, string>>

/** A task for a model that a person chooses in their client. */
export interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: readonly PromptArgument[]
  /**
   * Returns the text for the model. Values are quoted, so that the model treats them as data.
   * @throws Refusal naming the argument
   */
  text(values: PromptValues): string
}

/** Checks the arguments of a prompt. @throws Refusal when one is missing or unknown */
export function checkValues(prompt: Prompt, values: PromptValues): void {
  const names = prompt.arguments.map(({ name }) => name)
  const missing = prompt.arguments.find(
    ({ name, required }) => required && (values[name] ?? '').trim() === '',
  )
  if (missing) throw new Refusal(`${missing.name}: a value is required.`)
  const unknown = Object.keys(values).find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new Refusal(`There is no argument “${unknown}”. There are: ${names.join(', ')}.`)
}

/** Quotes a person's text for use in a prompt: JSON on one line, so that it cannot pass for a step. */
export const quote = (value: unknown): string => JSON.stringify(value)
