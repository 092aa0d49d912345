import type { RunContext } from '@typecase/plugin-sdk/command'
import { type Token, token } from '@typecase/plugin-sdk/token'

/** The list in the settings. */
export interface WebhooksPage {
  /** Opens the form for a new one. */
  add(): void
}
export const webhooksPage = token<WebhooksPage>('webhooks.webhooks-page', 1)

/** The page of one webhook. */
export interface WebhookPage {
  readonly webhookID: string
  /** Shows a new signing secret, this once. */
  showSecret(secret: string): void
}
export const webhookPage = token<WebhookPage>('webhooks.webhook-page', 1)

/** Frames that a page is waited for: its code and its data may come late. */
const PATIENCE = 240

/** What a page offers that a command has just gone to; undefined where it does not come. */
export async function offeredBy<T>(
  { page }: Pick<RunContext, 'page'>,
  handle: Token<T>,
  isWanted: (offered: T) => boolean = () => true,
): Promise<T | undefined> {
  for (let frame = 0; frame < PATIENCE; frame += 1) {
    const offered = page(handle)
    if (offered !== undefined && isWanted(offered)) return offered
    await new Promise(requestAnimationFrame)
  }
  return undefined
}
