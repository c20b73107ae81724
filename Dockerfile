# The server with the panel: docker build -t memorist . && docker run --init -p 127.0.0.1:2024:2024 -v memorist:/data memorist
FROM python:3.12-slim AS build
WORKDIR /src
RUN pip install --no-cache-dir build
COPY . .
RUN python -m build --wheel --outdir /wheels

FROM python:3.12-slim
COPY constraints.txt /tmp/constraints.txt
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir --constraint /tmp/constraints.txt "$(ls /wheels/*.whl)[server]" && rm -r /wheels /tmp/constraints.txt \
    && useradd --create-home --uid 10001 memorist && mkdir /data && chown memorist /data
USER memorist
WORKDIR /data
# With keys on: a container cannot tell its own machine from another.
ENV XDG_DATA_HOME=/data \
    MEMORIST_AUTH_KEYS=/data/keys.json \
    GRAPHITI_TELEMETRY_ENABLED=false \
    LANGSMITH_TRACING=false \
    PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 2024
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:2024/ok', timeout=4)"]
CMD ["memorist", "serve", "--host", "0.0.0.0", "--port", "2024", "--maintain-every", "1h"]
