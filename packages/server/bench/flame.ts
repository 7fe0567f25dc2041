/** A profile of V8 as a page of its own: what stands on something was called by it, and is as wide as it took time. */

/** What we read of a `.cpuprofile`. */
export interface Profile {
  nodes: {
    id: number
    callFrame: { functionName: string; url: string; lineNumber: number }
    children?: number[]
  }[]
  samples: number[]
  /** Microseconds before each sample. */
  timeDeltas: number[]
}

export interface Frame {
  name: string
  /** Milliseconds, with all that it called. */
  total: number
  self: number
  children: Frame[]
}

const nameOf = ({ functionName, url, lineNumber }: Profile['nodes'][number]['callFrame']): string => {
  const name = functionName || '(anonymous)'
  if (!url) return name
  const file = url.split('/node_modules/')[1] ?? url.replace(/^.*\//, '')
  return `${name} ${file}:${lineNumber + 1}`
}

/** Callers with the same name are one, and so are those that they call. */
function merged(frames: readonly Frame[]): Frame[] {
  const byName = new Map<string, Frame>()
  for (const frame of frames) {
    const known = byName.get(frame.name)
    if (!known) byName.set(frame.name, { ...frame })
    else {
      known.total += frame.total
      known.self += frame.self
      known.children = [...known.children, ...frame.children]
    }
  }
  return [...byName.values()]
    .map(frame => ({ ...frame, children: merged(frame.children) }))
    .sort((a, b) => b.total - a.total)
}

/** Waiting is no work, and what V8 cannot name may be waiting for the processor. */
const isIdle = (name: string) => name === '(idle)' || name === '(program)'

export function framesOf({ nodes, samples, timeDeltas }: Profile): Frame {
  const self = new Map<number, number>()
  samples.forEach((id, i) => {
    self.set(id, (self.get(id) ?? 0) + (timeDeltas[i] ?? 0) / 1000)
  })
  const byId = new Map(nodes.map(node => [node.id, node]))
  const frameOf = (id: number): Frame => {
    const node = byId.get(id)
    const children = (node?.children ?? []).map(frameOf).filter(({ name }) => !isIdle(name))
    const own = self.get(id) ?? 0
    return {
      name: node ? nameOf(node.callFrame) : String(id),
      self: own,
      total: own + children.reduce((sum, { total }) => sum + total, 0),
      children,
    }
  }
  const [root] = nodes
  const whole = frameOf(root?.id ?? 0)
  return { ...whole, name: 'all', children: merged(whole.children) }
}

/** Where the time goes: functions by their own time, the most expensive first. */
export function hottest(frame: Frame, count: number): { name: string; share: number }[] {
  const own = new Map<string, number>()
  const visit = ({ name, self, children }: Frame) => {
    own.set(name, (own.get(name) ?? 0) + self)
    children.forEach(visit)
  }
  visit(frame)
  return [...own]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([name, ms]) => ({ name, share: ms / frame.total }))
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Frames that are too thin to be seen are left out. */
const thinnest = 0.0008

/** Warm colours, one for each file: what belongs together looks alike. */
function hueOf(name: string): number {
  const file = name.split(' ').at(-1)?.split(':')[0] ?? ''
  let hash = 0
  for (const letter of file) hash = (hash * 31 + letter.charCodeAt(0)) % 9973
  return (hash * 7) % 360
}

function boxOf(frame: Frame, whole: number): string {
  if (frame.total / whole < thinnest) return ''
  const inner = frame.children.map(child => boxOf(child, whole))
  const part = `${((frame.total / whole) * 100).toFixed(1)} %, itself ${((frame.self / whole) * 100).toFixed(1)} %`
  const text = escaped(frame.name)
  return `<div class="frame" style="flex:${frame.total.toFixed(2)} 0 0"><button title="${text}: ${part}" style="--hue:${hueOf(frame.name)}">${text}</button><div class="row">${inner.join('')}<i style="flex:${frame.self.toFixed(2)} 0 0"></i></div></div>`
}

const page = (title: string, box: string, table: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${title}</title>
<style>
  :root { color-scheme: light dark; font: 13px system-ui, sans-serif }
  body { margin: 16px } h1 { font-size: 17px } td { padding: 1px 12px 1px 0; font-variant-numeric: tabular-nums }
  .row { display: flex; align-items: flex-start } .frame { min-width: 0; overflow: hidden }
  .frame.off { display: none } .frame.on { flex-grow: 1 !important } .through > .row > i { display: none }
  button { display: block; box-sizing: border-box; width: 100%; height: 18px; padding: 0 3px; border: 0; margin: 0 0 1px;
    overflow: hidden; white-space: nowrap; text-align: left; font: 11px ui-monospace, monospace; cursor: pointer;
    color: #111; background: hsl(var(--hue) 60% 75%); border-right: 1px solid Canvas }
  button:hover, button:focus-visible, button.found { outline: 2px solid; outline-offset: -2px }
  input { font: inherit; width: 20em }
</style>
<h1>${title}</h1>
<p>A bar is a function, as wide as it took time; below it is what it called. Click to enlarge, click again to go back. <input placeholder="find a function" aria-label="find a function"></p>
<div class="row" id="graph">${box}</div>
<h2>Own time</h2><table>${table}</table>
<script>
  const graph = document.getElementById('graph')
  graph.onclick = ({ target }) => {
    const frame = target.closest('.frame')
    if (!frame) return
    const isLarge = frame.classList.contains('chosen')
    graph.querySelectorAll('.frame').forEach(one => one.classList.remove('off', 'on', 'through', 'chosen'))
    if (isLarge) return
    frame.classList.add('chosen')
    for (let one = frame; one; one = one.parentElement.closest('.frame')) {
      one.classList.add('on')
      if (one !== frame) one.classList.add('through')
      for (const other of one.parentElement.children) if (other !== one && other.matches('.frame')) other.classList.add('off')
    }
  }
  document.querySelector('input').oninput = ({ target }) => {
    for (const button of graph.querySelectorAll('button'))
      button.classList.toggle('found', target.value !== '' && button.title.toLowerCase().includes(target.value.toLowerCase()))
  }
</script></html>
`

/** The flame graph as one file that needs nothing else. */
export function flameGraph(title: string, frame: Frame): string {
  const rows = hottest(frame, 30).map(
    ({ name, share }) => `<tr><td>${(share * 100).toFixed(1)} %<td>${escaped(name)}</tr>`,
  )
  return page(escaped(title), boxOf(frame, frame.total), rows.join(''))
}
