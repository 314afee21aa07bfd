// Small helpers to make elements; text always goes in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

export function el(tag, className = "", ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children.filter((child) => child !== null && child !== ""));
  return made;
}

export function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export const by = (id) => document.getElementById(id);

// Replace children only where something changed, so that focus, selection and animations survive.
export function fill(parent, key, make) {
  const stamp = JSON.stringify(key);
  if (parent.dataset.stamp === stamp) return false;
  parent.dataset.stamp = stamp;
  parent.replaceChildren(...make());
  return true;
}
