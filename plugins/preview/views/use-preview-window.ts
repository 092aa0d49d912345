import { useCallback, useEffect, useState } from 'react'

/** The separate window, which stays open while the user opens one object after another. */
let previewWindow: Window | undefined

/** How often the window is checked, in ms, because no event says that it was closed. */
const LOOK_EVERY = 200

/** Opens a window for another screen, with the document that holds the frame. */
export function usePreviewWindow(url: string | undefined) {
  const [isOpen, setOpen] = useState(() => previewWindow !== undefined && !previewWindow.closed)
  const [holder, setHolder] = useState<Window>()
  const [problem, setProblem] = useState<string>()

  // A window is outside React.
  useEffect(() => {
    if (!isOpen || url === undefined || !previewWindow) return undefined
    const current = previewWindow
    const former = current.document
    // Another document, because the policy of the previous one may be older than the settings.
    current.location.replace(url)
    const look = () => {
      if (current.closed) {
        previewWindow = undefined
        setHolder(undefined)
        return setOpen(false)
      }
      const isLoaded = current.document !== former && current.document.readyState === 'complete'
      if (isLoaded && current.document.querySelector('iframe')) setHolder(current)
    }
    const timer = setInterval(look, LOOK_EVERY)
    return () => clearInterval(timer)
  }, [isOpen, url])

  const toggle = useCallback(() => {
    if (previewWindow && !previewWindow.closed) return previewWindow.close()
    previewWindow =
      window.open('about:blank', 'typecase-preview', 'popup,width=1280,height=900') ?? undefined
    setProblem(
      previewWindow ? undefined : 'The browser blocked the window. Allow pop-ups for this page.',
    )
    setHolder(undefined)
    setOpen(previewWindow !== undefined)
  }, [])

  return { isOpen, holder, problem, toggle }
}
