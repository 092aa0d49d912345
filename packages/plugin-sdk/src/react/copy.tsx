import { copyText } from '../copy-text.ts'
import { Toasts } from '../services.ts'
import { useService } from './services.tsx'

/** Copies a text and tells whether that worked. The answer says it as well. */
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
