import { copyText } from '../copy-text.ts'
import { Toasts } from '../services.ts'
import { useService } from './services.tsx'

/** Returns a function that copies a text, notifies the user of the result, and resolves to whether it worked. */
export function useCopy(): (text: string, copied: string) => Promise<boolean> {
  const toasts = useService(Toasts)
  return async (text, copied) => {
    try {
      await copyText(text)
      toasts.show({ message: copied, tone: 'success' })
      return true
    } catch (error) {
      toasts.show({
        message: error instanceof Error ? error.message : String(error),
        tone: 'error',
      })
      return false
    }
  }
}
