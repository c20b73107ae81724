// What is going on while the server works, menus that send themselves, and the drawing of the graph.
(function () {
  "use strict";

  var busy = function () { return document.getElementById("busy"); };
  var waiting = null;

  function say(text, over, link) {
    var place = busy();
    if (!place) return;
    place.replaceChildren();
    place.classList.toggle("on", Boolean(text) && !over);
    if (text) {
      var span = document.createElement("span");
      span.textContent = text;
      if (link) span.append(" ", link);
      place.append(span);
    }
  }

  document.addEventListener("htmx:beforeRequest", function (event) {
    var asked = event.detail.elt.closest("[data-busy]") || event.detail.elt;
    var text = asked.getAttribute("data-busy") || "Loading…";
    clearTimeout(waiting);
    waiting = setTimeout(function () { say(text); }, 120); // what is quick needs no telling
  });
  document.addEventListener("htmx:afterRequest", function (event) {
    clearTimeout(waiting);
    if (event.detail.xhr.status === 401) signedOut(); else say("");
  });
  ["htmx:sendError", "htmx:timeout"].forEach(function (name) {
    document.addEventListener(name, function () {
      clearTimeout(waiting);
      say("The server does not answer: is it running?", true);
    });
  });

  // What was typed stays where it is: the page is not exchanged for another one.
  function signedOut() {
    var link = document.createElement("a");
    link.href = document.querySelector(".skip").dataset.login;
    link.target = "_blank";
    link.textContent = "Sign in";
    say("Your sign-in is over, and nothing was changed. Sign in in another tab, and send it once more.", true, link);
  }

  // Where a page was when it was left, so that going back shows the same place; kept while the panel is open.
  var places = {};
  document.addEventListener("htmx:beforeRequest", function (event) {
    if (event.detail.boosted) places[location.href] = window.scrollY;
  });
  document.addEventListener("htmx:historyRestore", function () { window.scrollTo(0, places[location.href] || 0); });

  // A new page is read from its beginning: what had the focus is gone with the old one.
  document.addEventListener("htmx:afterSettle", function (event) {
    var main = document.getElementById("main");
    if (event.detail.boosted && main && document.activeElement === document.body) main.focus({ preventScroll: true });
  });

  // A slider and the day beside it say the same; the form is sent when the slider is let go.
  function dayOf(slider) {
    return new Date(Date.parse(slider.dataset.first) + slider.value * 864e5).toISOString().slice(0, 10);
  }
  function daysOf(slider) { return slider.form.elements[slider.dataset.for]; }
  function showPlace() {
    var current = document.querySelector("nav a[aria-current]");
    if (current) current.scrollIntoView({ block: "nearest", inline: "center" }); // in a narrow window the menu scrolls
  }
  document.addEventListener("input", function (event) {
    if (!event.target.matches("input[type=range][data-first]")) return;
    daysOf(event.target).value = dayOf(event.target);
    event.target.setAttribute("aria-valuetext", event.target.value === event.target.max ? "today" : dayOf(event.target));
  });
  document.addEventListener("change", function (event) {
    if (!event.target.matches("input[type=range][data-first]")) return;
    if (event.target.value === event.target.max) daysOf(event.target).value = ""; // today is what holds now
    event.target.form.requestSubmit();
  });
  document.addEventListener("htmx:afterSettle", showPlace);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", showPlace); else showPlace();

  document.addEventListener("keydown", function (event) {
    var typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement ? document.activeElement.tagName : "");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) {
      var field = document.querySelector("main input[type=search], main .search input");
      if (field) { event.preventDefault(); field.focus(); field.select(); }
    }
  });

  function colour(name) { return getComputedStyle(document.documentElement).getPropertyValue(name).trim(); }

  function draw() {
    var place = document.getElementById("graph");
    if (!place || place.dataset.drawn) return;
    if (!window.cytoscape) {
      if (!document.querySelector("script[data-cytoscape]")) {
        var script = document.createElement("script");
        script.src = place.dataset.script;
        script.dataset.cytoscape = "";
        script.addEventListener("load", draw);
        document.head.append(script);
      }
      return;
    }
    place.dataset.drawn = "yes";
    place.addEventListener("wheel", function (event) {
      if (!event.ctrlKey && !event.metaKey) event.stopPropagation(); // the wheel alone scrolls the page
    }, { capture: true, passive: true });
    var data = JSON.parse(place.dataset.graph);
    var elements = data.nodes.map(function (node) { return { data: node }; }).concat(
      data.edges.map(function (edge, number) { return { data: Object.assign({ id: "edge" + number }, edge) }; }));
    var still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    var graph = window.cytoscape({
      container: place,
      elements: elements,
      minZoom: 0.2,
      maxZoom: 2.5,
      layout: { name: "cose", animate: !still, animationDuration: 300, randomize: true, nodeRepulsion: function () { return 60000; }, idealEdgeLength: function () { return 90; }, nodeOverlap: 24, padding: 28 },
      style: [
        { selector: "node", style: { label: "data(label)", color: colour("--ink"), "font-size": 10, "text-wrap": "ellipsis", "text-max-width": 110, "text-valign": "bottom", "text-margin-y": 3, width: 12, height: 12, "background-color": colour("--soft"), "min-zoomed-font-size": 7 } },
        { selector: "node[kind = 'name']", style: { "background-color": colour("--good"), width: 18, height: 18, "font-size": 12 } },
        { selector: "node[kind = 'centre']", style: { "background-color": colour("--accent"), width: 30, height: 30, "font-size": 14, "font-weight": "bold" } },
        { selector: "edge", style: { width: 1, "line-color": colour("--line"), "curve-style": "straight" } },
        { selector: "edge[label != 'about']", style: { label: "data(label)", "font-size": 8, color: colour("--soft"), "line-color": colour("--warn"), "target-arrow-shape": "triangle", "target-arrow-color": colour("--warn"), "curve-style": "bezier" } }
      ]
    });
    graph.on("tap", "node", function (event) {
      var id = event.target.id();
      var root = place.dataset.root;
      location.href = id.startsWith("name:") ? root + "/graph?name=" + encodeURIComponent(id.slice(5)) : root + "/m/" + encodeURIComponent(id);
    });
  }

  document.addEventListener("htmx:afterSettle", draw);
  document.addEventListener("htmx:historyRestore", draw);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", draw); else draw();
})();
