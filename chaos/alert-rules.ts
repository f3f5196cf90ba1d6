/**
 * Our alert rules, and the part of PromQL that is needed to judge them by one scrape: no rates and nothing that needs
 * history.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: Record<string, string>;
}

const text = readFileSync(new URL('../docs/monitoring/vault.rules.yml', import.meta.url), 'utf8');
export const rules = (parse(text) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);

interface MetricSample {
  name: string;
  labels: Record<string, string>;
  value: number;
}
/** Values of an expression with the labels that they are grouped by. */
type SampleVector = { by: string; value: number }[];

const labelsIn = (inside = ''): [label: string, op: string, value: string][] =>
  [...inside.matchAll(/(\w+)\s*(!=|=)\s*"([^"]*)"/g)].map(([, label = '', op = '', value = '']) => [
    label,
    op,
    value,
  ]);

const samplesIn = (scrape: string): MetricSample[] =>
  [...scrape.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = '', inside, value]) => ({
    name,
    labels: Object.fromEntries(labelsIn(inside).map(([label, , own]) => [label, own])),
    value: Number(value),
  }));

const AGGREGATES = {
  max: Math.max,
  min: Math.min,
  sum: (...all: number[]) => all.reduce((a, b) => a + b, 0),
};
const COMPARISONS: Record<string, (a: number, b: number) => boolean> = {
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '==': (a, b) => a === b,
};
const HISTORY = /\b(?:rate|increase|delta|histogram_quantile|temporal_\w+)\b/;

class Judge {
  private readonly tokens: string[];
  private at = 0;
  private readonly samples: readonly MetricSample[];

  constructor(samples: readonly MetricSample[], expr: string) {
    this.samples = samples;
    this.tokens = expr.match(/\w+\{[^}]*\}|[\w.]+|==|[><(),]/g) ?? [];
  }

  judge(): SampleVector {
    const result = this.or();
    if (this.at < this.tokens.length)
      throw new Error(`not understood: ${this.tokens.slice(this.at).join(' ')}`);
    return result;
  }

  private next = (): string => this.tokens[this.at++] ?? '';
  private take(token: string): boolean {
    if (this.tokens[this.at] !== token) return false;
    this.at += 1;
    return true;
  }

  private or(): SampleVector {
    let left = this.and();
    while (this.take('or')) {
      const right = this.and();
      left = left.length > 0 ? left : right;
    }
    return left;
  }

  private and(): SampleVector {
    let left = this.comparison();
    while (this.take('and')) {
      const right = this.comparison();
      left = right.length > 0 ? left : [];
    }
    return left;
  }

  private comparison(): SampleVector {
    const left = this.operand();
    const compare = COMPARISONS[this.tokens[this.at] ?? ''];
    if (!compare) return left;
    this.at += 1;
    const right = this.operand();
    return left.filter(({ value }) => right.some((other) => compare(value, other.value)));
  }

  private operand(): SampleVector {
    if (this.take('(')) {
      const inner = this.or();
      this.take(')');
      return inner;
    }
    const token = this.next();
    if (/^[\d.]+$/.test(token)) return [{ by: '', value: Number(token) }];
    if (token === 'abs') return this.operand().map(({ by, value }) => ({ by, value: Math.abs(value) }));
    if (token === 'absent') return this.operand().length === 0 ? [{ by: '', value: 1 }] : [];
    const aggregate = AGGREGATES[token as keyof typeof AGGREGATES];
    if (aggregate) {
      let label = '';
      if (this.take('by')) {
        this.take('(');
        label = this.next();
        this.take(')');
      }
      const groups = Map.groupBy(this.operandBy(label), ({ by }) => by);
      return [...groups].map(([by, values]) => ({
        by,
        value: aggregate(...values.map(({ value }) => value)),
      }));
    }
    return this.series(token, '');
  }

  /** The operand of an aggregate: a series in parentheses, by one of its labels. */
  private operandBy(label: string): SampleVector {
    const [, series = ''] = this.tokens.slice(this.at);
    if (!/^vault_/.test(series)) return this.operand();
    this.at += 3;
    return this.series(series, label);
  }

  private series(token: string, label: string): SampleVector {
    const [, name, inside] = token.match(/^(\w+)(?:\{(.*)\})?$/) ?? [];
    return this.samples
      .filter((sample) => sample.name === name)
      .filter(({ labels }) =>
        labelsIn(inside).every(([own, op, value]) => (labels[own] === value) === (op === '=')),
      )
      .map(({ labels, value }) => ({ by: labels[label] ?? '', value }));
  }
}

/** Whether this scrape would raise an alert that needs no more than one. */
export function isRaised(scrape: string, alert: string): boolean {
  const rule = rules.find((each) => each.alert === alert);
  if (!rule || HISTORY.test(rule.expr)) throw new Error(`no rule that one scrape can judge: ${alert}`);
  return new Judge(samplesIn(scrape), rule.expr).judge().length > 0;
}

/** The alerts of a severity that this scrape would raise, leaving out those that need more than one. */
export const raisedBy = (scrape: string, severity: 'page' | 'ticket'): string[] =>
  rules
    .filter(({ labels, expr }) => labels.severity === severity && !HISTORY.test(expr))
    .filter(({ expr }) => new Judge(samplesIn(scrape), expr).judge().length > 0)
    .map(({ alert }) => alert);
