import type { User } from '@typecase/contract/users'

import type { Outcome, Ref } from '../command.ts'
import type { FactValues } from '../facts.ts'
import type { Plugin } from '../plugin.ts'
import type { Host } from '../react/host.tsx'
import type { Go } from '../route.ts'
import type { BucketStreamEvent, FactStoreService, OpenInvite, Toast } from '../services.ts'
import type { AnyToken, Provision } from '../token.ts'
import type { ApiHandlers, ApiServer, RecordedCall } from './api.ts'

/** The environment of a plugin in a test. */
export interface TestHostOptions {
  /** Handlers by endpoint id, or a running server. */
  readonly api?: ApiHandlers | ApiServer
  readonly facts?: FactValues
  /** The page on screen, for `context.route`. */
  readonly at?: {
    readonly route: string
    readonly params?: Readonly<Record<string, string>>
    readonly search?: object
  }
  /** Values the page on screen offers to commands: `[[listPage, { move }]]`. */
  readonly pages?: readonly (readonly [handle: AnyToken, value: unknown])[]
  /** The form field that has the focus. */
  readonly field?: string
  /** Services that add to or replace those of the core: `provide(MediaPicker, () => fake)`. */
  readonly services?: readonly Provision[]
  /**
   * Further plugins, without their commands. Their services are available, and their panels are in the slots of this
   * plugin's pages.
   */
  readonly others?: readonly Plugin[]
  /** The signed-in user; no one by default. */
  readonly user?: User
  /** The invitation that is pending. */
  readonly invite?: OpenInvite
  /** The answer to every confirmation; true by default. */
  readonly confirms?: boolean
}

/** What the host recorded. */
export interface TestLog {
  readonly calls: RecordedCall[]
  readonly went: { readonly to: string; readonly params?: object; readonly search?: object }[]
  readonly ran: Ref[]
  readonly outcomes: Outcome[]
  readonly toasts: Toast[]
  readonly announced: string[]
  readonly faults: { readonly phase: string; readonly error: unknown }[]
  /** Plugins that were added, such as extensions. */
  added: readonly Plugin[]
  /** The arguments the palette was opened with. */
  readonly opened: { readonly query?: string; readonly command?: Ref }[]
}

/** The core in a test. `log` records what was called, opened, announced and shown. */
export interface TestHost extends Host {
  readonly log: TestLog
  readonly facts: FactStoreService
  readonly go: Go
  /** Sends an event to the listeners of `BucketEvents`. */
  emit(event: BucketStreamEvent): void
}
