import { useLayoutEffect, useState } from 'react'
import { Announcer } from './announcer.tsx'
import { FieldSpecimens } from './gallery/fields.tsx'
import { FeedbackSpecimens } from './gallery/feedback.tsx'
import styles from './gallery/gallery.module.css'
import { LayoutSpecimens } from './gallery/layouts.tsx'
import { ListSpecimens } from './gallery/lists.tsx'
import { OverlaySpecimens } from './gallery/overlays.tsx'
import { ActionSpecimens } from './gallery/actions.tsx'
import { FoundationSpecimens } from './gallery/foundations.tsx'
import { SegmentedControl } from './segmented-control.tsx'
import { Switch } from './switch.tsx'
import { createToasts } from './toast-queue.tsx'
import { ToastRegion } from './toast.tsx'

type Theme = 'system' | 'light' | 'dark'

const toasts = createToasts()

/** Every component in every state, for visual inspection. Has its own switches for theme and density. */
export function Gallery() {
  const [theme, setTheme] = useState<Theme>('system')
  const [isComfortable, setComfortable] = useState(false)

  // The root element is outside React. Its previous attributes are restored afterwards.
  useLayoutEffect(() => {
    const root = document.documentElement
    const before = { theme: root.dataset['theme'], density: root.dataset['density'] }
    if (theme !== 'system') root.dataset['theme'] = theme
    if (isComfortable) root.dataset['density'] = 'comfortable'
    return () => {
      for (const [name, value] of Object.entries(before)) {
        if (value === undefined) root.removeAttribute(`data-${name}`)
        else root.setAttribute(`data-${name}`, value)
      }
    }
  }, [theme, isComfortable])

  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <h1 className={styles.name}>Typecase UI</h1>
        <span className={styles.space} />
        <Switch isSelected={isComfortable} onChange={setComfortable}>
          Comfortable
        </Switch>
        <SegmentedControl
          aria-label="Theme"
          value={theme}
          onChange={setTheme}
          segments={[
            { id: 'system', label: 'System' },
            { id: 'light', label: 'Light', icon: 'sun' },
            { id: 'dark', label: 'Dark', icon: 'moon' },
          ]}
        />
      </header>
      <main className={styles.main}>
        <ActionSpecimens />
        <FieldSpecimens />
        <ListSpecimens />
        <LayoutSpecimens />
        <OverlaySpecimens toasts={toasts} />
        <FeedbackSpecimens />
        <FoundationSpecimens />
      </main>
      <ToastRegion toasts={toasts} />
      <Announcer />
    </div>
  )
}

export default Gallery
