import type * as Script from '@typecase/preview'
import { useEffect, useState } from 'react'

export interface Preview {
  /** Reads drafts, in place of the read key; empty outside the dashboard. */
  readonly token: string
}

/** Connects the page to the dashboard that shows it. Each save makes another object: what was loaded is out of date. */
export function usePreview(cms: string): Preview {
  const [preview, setPreview] = useState<Preview>({ token: '' })
  useEffect(() => {
    // Visitors never load the script.
    if (window === window.top) return undefined
    const address = `${cms}/preview/connect.js`
    const script = import(/* @vite-ignore */ address) as Promise<typeof Script>
    const connection = script.then(({ connect }) =>
      connect({
        dashboard: cms,
        onAccess: ({ token }) => setPreview({ token }),
        onChange: () => setPreview(({ token }) => ({ token })),
      }),
    )
    return () => void connection.then((disconnect) => disconnect())
  }, [cms])
  return preview
}
