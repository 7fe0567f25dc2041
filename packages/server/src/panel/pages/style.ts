import { createHash } from 'node:crypto'

/** The look of the plain pages: one card, in the colours of the system. */
export const style = `
:root{color-scheme:light dark;--page:#f7f7f8;--card:#fff;--soft:#f4f5f7;--tint:#eef5ff;--ink:#0a0a0a;--quiet:#5d5d5d;--line:#dedfe2;--edge:#8a8c91;--accent:#0059d5;--on:#fff;--good:#007a4b;--bad:#a01414}
@media(prefers-color-scheme:dark){:root{--page:#0a0a0a;--card:#131414;--soft:#1c1d1e;--tint:#10203a;--ink:#f2f2f2;--quiet:#a6a6a6;--line:#303233;--edge:#7b7d80;--accent:#96c1fc;--on:#0a0a0a;--good:#0fdc8e;--bad:#ff9d9d}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem 1rem;background:var(--page);color:var(--ink);font:400 .9375rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}
main{width:100%;min-width:0;max-width:27rem;background:var(--card);border:1px solid var(--line);border-radius:1rem;padding:2rem;overflow-wrap:anywhere;box-shadow:0 1px 2px rgb(0 0 0/4%),0 8px 24px rgb(0 0 0/6%)}
.marks{display:flex;align-items:center;gap:.75rem;margin-bottom:1.25rem;color:var(--quiet)}
.marks img,.initial{width:2.75rem;height:2.75rem;border-radius:.75rem}
.initial{display:grid;place-items:center;background:var(--tint);color:var(--accent);font-size:1.25rem;font-weight:600}
h1{margin:0;font-size:1.5rem;font-weight:600;line-height:1.25;letter-spacing:-.02em;text-wrap:balance}
h2{margin:1.5rem 0 .5rem;font-size:.9375rem;font-weight:600}
p{margin:.5rem 0;text-wrap:pretty}
.quiet{color:var(--quiet);font-size:.875rem}
.bad{color:var(--bad);font-weight:600}
ul{margin:0;padding:.375rem 1rem;border-radius:.625rem;background:var(--soft);list-style:none}
li{position:relative;margin:.5rem 0;padding-left:1.5rem}
li::before{position:absolute;left:0;color:var(--good);font-weight:700;content:"\\2713";content:"\\2713"/""}
label{display:block;margin:.9rem 0 .3rem;font-weight:600}
.choice{display:flex;gap:.75rem;align-items:flex-start;margin:.5rem 0 0;padding:.75rem;border:1px solid var(--line);border-radius:.625rem;font-weight:500;cursor:pointer}
.choice:has(:checked){border-color:var(--accent);background:var(--tint)}
.choice input{flex:none;width:1.125rem;height:1.125rem;margin:.125rem 0 0;accent-color:var(--accent)}
.more{display:block;font-size:.875rem;font-weight:400}
fieldset{border:0;margin:1.5rem 0 0;padding:0}
legend{font-weight:600;padding:0}
input[type=email],input[type=password]{width:100%;padding:.6rem .75rem;font:inherit;color:inherit;background:var(--card);border:1px solid var(--edge);border-radius:.5rem}
button{font:inherit;font-weight:600;padding:.65rem 1.1rem;border-radius:.5rem;border:1px solid var(--edge);background:transparent;color:var(--ink);cursor:pointer}
button.main{border-color:var(--accent);background:var(--accent);color:var(--on)}
button.link{border:0;padding:0;font-weight:400;color:var(--accent);text-decoration:underline}
.actions{display:flex;flex-wrap:wrap;gap:.6rem;margin-top:1.25rem}
.actions>button{flex:1 1 auto}
.actions form{display:contents}
.who{margin-top:1.5rem;padding-top:1rem;border-top:1px solid var(--line)}
.who p{margin:0}
a{color:var(--accent)}
.ways{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.5rem 1rem;margin-top:1.25rem;font-size:.875rem}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
pre{overflow-x:auto;padding:.8rem;border-radius:.5rem;background:var(--soft);font-size:.85rem}
code{font-family:ui-monospace,"Roboto Mono",monospace}
table{width:100%;margin-top:1.25rem;border-collapse:collapse}
th,td{padding:.5rem 0;border-top:1px solid var(--line);text-align:left;vertical-align:top;font-weight:400}
td,th+th{padding-left:1rem;text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
thead th{border:0;font-size:.875rem;color:var(--quiet)}
.sums{margin:0}
.sums tr+tr>*{border:0;padding-top:0}
.sums tr:last-child>*{font-size:1.125rem;font-weight:600}
footer{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.5rem 1rem;margin-top:1.5rem;padding-top:1rem;border-top:1px solid var(--line);font-size:.875rem;color:var(--quiet)}
nav{display:flex;gap:.8rem}
@media(width<30rem){main{padding:1.5rem 1.25rem}}
`

/** By which a content security policy knows what stands in the page. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64')

/** The one style that the pages may have. */
export const styleHash = hashOf(style)
