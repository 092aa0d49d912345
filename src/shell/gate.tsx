import type { Host, OwnedFill } from '@typecase/plugin-sdk/react/host'
import { useHost } from '@typecase/plugin-sdk/react/host'
import { isExpected } from '@typecase/plugin-sdk/refusal'
import { Panel, useFills } from '@typecase/plugin-sdk/react/slot'
import type { ReactNode } from 'react'
import { Component, Suspense } from 'react'

/** Renders the app inside the gates that the user has to pass first. */
export function Gate({ children }: { children: ReactNode }) {
  const fills = useFills('shell.gate')
  const host = useHost()
  return fills.reduceRight<ReactNode>(
    (inner, fill) => (
      <Open key={fill.id} fill={fill} host={host} inner={inner}>
        <Suspense>
          <Panel fill={fill} props={{ children: inner }} />
        </Suspense>
      </Open>
    ),
    children,
  )
}

/** Renders the app if a gate fails: the server protects the data, and the gate only keeps visitors out. */
class Open extends Component<
  { fill: OwnedFill; host: Host; inner: ReactNode; children: ReactNode },
  { isBroken: boolean }
> {
  override state = { isBroken: false }

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true }
  }

  override componentDidCatch(error: unknown): void {
    if (isExpected(error)) return
    this.props.host.plugins.report(this.props.fill.owner, 'render', error)
  }

  override render(): ReactNode {
    return this.state.isBroken ? this.props.inner : this.props.children
  }
}
