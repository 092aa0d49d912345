import type {
  DialogsService,
  NavigationService,
  SelectionService,
} from '@typecase/plugin-sdk/services'

import type { Interaction } from '../commands/interaction.ts'
import type { PaletteController } from '../palette/controller.ts'
import type { ToastController } from '../core/toast-controller.ts'

export interface InteractionParts {
  readonly palette: PaletteController
  readonly dialogs: Pick<DialogsService, 'confirm'>
  readonly toasts: Pick<ToastController, 'show'>
  readonly selection: SelectionService
  readonly navigation: () => Pick<NavigationService, 'go'>
}

/** Creates the interface that running commands need. */
export function createInteraction(parts: InteractionParts): Interaction {
  const { palette, dialogs, toasts, selection, navigation } = parts
  return {
    askArguments: palette.askArguments,
    argumentsReady: palette.commandStarted,
    commandDeclined: palette.commandDeclined,
    review: palette.review,
    confirm(confirmation) {
      // The question replaces the palette in which the command was chosen.
      palette.commandStarted()
      return dialogs.confirm(confirmation)
    },
    notify({ message, tone, undo, redo, view, retry, retryFailed, remedy }) {
      // Successful parts can be undone and failed ones retried, so a result may offer both.
      const [action, otherAction] = [
        ['Undo', undo] as const,
        ['Redo', redo] as const,
        [remedy?.title ?? '', remedy?.run] as const,
        ['Retry failed', retryFailed] as const,
        ['View', view] as const,
        ['Retry', retry] as const,
      ].flatMap(([label, act]) => (act ? [{ label, onAction: () => void act() }] : []))
      toasts.show({ message, tone, ...(action && { action }), ...(otherAction && { otherAction }) })
    },
    open: (path) => navigation().go(path),
    keepSelected(failures) {
      const now = selection.get()
      const failed = failures.flatMap(({ id, kind = now?.kind }) => (kind === now?.kind ? id : []))
      // “All that match” includes objects on other pages.
      const remaining = now?.query ? failed : (now?.ids.filter((id) => failed.includes(id)) ?? [])
      if (now && remaining.length > 0) selection.set({ kind: now.kind, ids: remaining })
    },
  }
}
