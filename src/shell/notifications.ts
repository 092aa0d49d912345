import { DEFAULT_FAILURE, DEFAULT_SUCCESS } from '@typecase/contract/product'
import type { CommandsService, Toast, ToastsService } from '@typecase/plugin-sdk/services'

import type { ToastController } from '../core/toast-controller.ts'

/** Creates the service that shows notifications. */
export function createNotifications(
  toasts: Pick<ToastController, 'show'>,
  run: (...args: Parameters<CommandsService['run']>) => unknown,
): ToastsService {
  return {
    show({ message, tone = 'info', action, duration }: Toast) {
      return toasts.show({
        message: message || (tone === 'error' ? DEFAULT_FAILURE : DEFAULT_SUCCESS),
        tone,
        duration,
        ...(action && {
          action: {
            label: action.label,
            onAction: () => {
              const { run: what } = action
              if (typeof what === 'function') what()
              else run(what, { source: 'button' })
            },
          },
        }),
      })
    },
  }
}
