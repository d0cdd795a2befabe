/** One screen about the file. */
import type { Opened, Port, Report, Summary as SummaryData } from "../protocol.js";
import { showPane } from "./actions.js";
import { DropZone } from "./dropping.js";
import { Long } from "./named.js";
import { type FileState, findingsOf, shownFile, usePart, useStore } from "./store.js";
import { brief, counted, plural, sized } from "./text.js";

export function Summary() {
  const file = usePart(shownFile);
  if (!file || (!file.report && !file.opened)) return <DropZone file={file} />;
  return (
    <div class="page">
      <h2>
        <Long text={file.name} limit={120} />
      </h2>
      {file.report ? <Reported report={file.report} /> : <Plain opened={file.opened!} />}
      <FindingsLine file={file} />
    </div>
  );
}

function FindingsLine({ file }: { file: FileState }) {
  const store = useStore();
  const findings = findingsOf(file);
  const worst = findings[0];
  if (!worst) return <p class="dim">No findings.</p>;
  return (
    <p>
      <button type="button" onClick={() => showPane(store, "findings")}>
        {plural(findings.length, "finding")}
      </button>{" "}
      <span class={`severity ${worst.severity}`}>{worst.severity}</span> {brief(worst.message)}
    </p>
  );
}

/** Without a report: what the schema says. */
function Plain({ opened }: { opened: Opened }) {
  return (
    <Facts
      facts={[
        ["Format", opened.title || opened.schema],
        ["Size", `${sized(opened.size)} (${plural(opened.size, "byte")})`],
        ["Fields", plural(opened.root.count, "field")],
      ]}
    />
  );
}

function Facts({ facts }: { facts: SummaryData["facts"] }) {
  return (
    <dl class="facts">
      {facts.map(([label, text]) => (
        <>
          <dt>{brief(label)}</dt>
          <dd>
            <Long text={text} />
          </dd>
        </>
      ))}
    </dl>
  );
}

function Reported({ report }: { report: Report }) {
  const { kind, facts, inputs, outputs, blocks, dtypes, largest } = report.summary;
  return (
    <>
      <p class="lead">{brief(kind)}</p>
      <Facts facts={facts} />
      <div class="columns">
        <Ports title="Inputs" ports={inputs} />
        <Ports title="Outputs" ports={outputs} />
        <Lines title="Blocks" lines={blocks} />
        <Sizes title="Types" head={["Type", "Tensors", "Bytes"]} rows={dtypes.map((of) => [of.dtype, counted(of.tensors), of.bytes])} />
        <Sizes title="Largest" head={["Name", "Type", "Bytes"]} rows={largest.map((of) => [of.name, of.type, of.bytes])} />
      </div>
    </>
  );
}

function Ports({ title, ports }: { title: string; ports: readonly Port[] }) {
  if (ports.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <table>
        <tbody>
          {ports.map(({ name, type }, index) => (
            <tr key={index}>
              <th scope="row">
                <Long text={name} limit={80} />
              </th>
              <td class="mono">
                <Long text={type} limit={80} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {lines.map((line, index) => (
          <li key={index}>
            <Long text={line} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type SizedRow = readonly [name: string, second: string, bytes: number | undefined];

/** A table whose last column is bytes, with bars. */
function Sizes({ title, head, rows }: { title: string; head: readonly string[]; rows: readonly SizedRow[] }) {
  if (rows.length === 0) return null;
  const most = Math.max(...rows.map(([, , bytes = 0]) => bytes), 1);
  return (
    <section>
      <h3>{title}</h3>
      <table>
        <thead>
          <tr>
            {head.map((text) => (
              <th scope="col" key={text}>
                {text}
              </th>
            ))}
            <th aria-hidden="true" />
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, second, bytes], index) => (
            <tr key={index}>
              <th scope="row">
                <Long text={name} limit={80} />
              </th>
              <td>{brief(second)}</td>
              <td>{sized(bytes)}</td>
              <td class="share" aria-hidden="true">
                <span style={{ width: `${(100 * (bytes ?? 0)) / most}%` }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
